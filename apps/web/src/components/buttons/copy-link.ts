import { toastError, toastSuccess } from '../notices/toast.tsx';

/** Copies the absolute URL of one of this site's pages. */
export function copyLink(path: string): Promise<void> {
  return copyText('Link', new URL(path, location.origin).href);
}

/** Copies a text and confirms it by its name. */
export async function copyText(name: string, text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toastSuccess(`${name} copied.`);
  } catch {
    // Browsers offer no clipboard without https.
    toastError(new Error(`Your browser doesn't allow copying here. The ${name.toLowerCase()} is ${text}`));
  }
}
