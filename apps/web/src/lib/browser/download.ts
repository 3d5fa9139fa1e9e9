/** Starts a download without leaving the page. */
export function downloadFile(href: string): void {
  const link = document.createElement('a');
  link.href = href;
  link.download = '';
  link.hidden = true;
  document.body.append(link);
  link.click();
  link.remove();
}

/** Whether a URL is a path of the portal's API, also after the browser has resolved dots and slashes in it. */
export function isOwnFile(href: string): boolean {
  if (!href.startsWith('/') || !URL.canParse(href, location.origin)) return false;
  const { origin, pathname } = new URL(href, location.origin);
  return origin === location.origin && pathname.startsWith('/api/');
}

type Bytes = ReadableStream<Uint8Array<ArrayBuffer>>;

type FileHandle = { createWritable: () => Promise<WritableStream<Uint8Array<ArrayBuffer>>> };

type Picker = { showSaveFilePicker?: (options: { suggestedName: string }) => Promise<FileHandle> };

/** Writes a stream to a file. Where the browser does not support that, it is held in memory first. */
export async function downloadStream(name: string, open: () => Promise<Bytes>): Promise<void> {
  const { showSaveFilePicker } = globalThis as Picker;
  if (showSaveFilePicker === undefined) return saveBlob(name, await new Response(await open()).blob());
  // Browsers only allow the dialog right after a click.
  const handle = await showSaveFilePicker.call(globalThis, { suggestedName: name });
  const bytes = await open();
  return bytes.pipeTo(await handle.createWritable());
}

/** The user closed the file dialog. */
export function isDismissal(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

/** Saves a text that the page has composed itself. */
export function saveText(name: string, type: string, text: string): void {
  saveBlob(name, new Blob([text], { type }));
}

function saveBlob(name: string, blob: Blob): void {
  const href = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = href;
  link.download = name;
  link.hidden = true;
  document.body.append(link);
  link.click();
  link.remove();
  // The browser must have started the download before the URL is revoked.
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}
