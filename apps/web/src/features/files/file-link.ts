import { toastError, toastSuccess } from '../../components/notices/toast.tsx';

/** The page of a file, for this site's own links. */
export function filePath(fileId: string): string {
  return `/files/${encodeURIComponent(fileId)}`;
}

/** Takes the address of a file's page along, for someone else. */
export async function copyLink(fileId: string): Promise<void> {
  const address = new URL(filePath(fileId), location.origin).href;
  try {
    await navigator.clipboard.writeText(address);
    toastSuccess('Link copied.');
  } catch {
    // Without https there is no clipboard.
    toastError(new Error(`Copying is not allowed here. The link is ${address}`));
  }
}
