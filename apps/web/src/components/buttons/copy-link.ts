import { toastError, toastSuccess } from '../notices/toast.tsx';

/** Copies the absolute URL of one of this site's pages. */
export async function copyLink(path: string): Promise<void> {
  const url = new URL(path, location.origin).href;
  try {
    await navigator.clipboard.writeText(url);
    toastSuccess('Link copied.');
  } catch {
    // Browsers offer no clipboard without https.
    toastError(new Error(`Your browser doesn't allow copying here. The link is ${url}`));
  }
}
