/** Hands a file to the browser's downloads; the page stays. */
export function downloadFile(href: string): void {
  const link = document.createElement('a');
  link.href = href;
  link.download = '';
  link.hidden = true;
  document.body.append(link);
  link.click();
  link.remove();
}

/** A path of the portal's API, whatever the browser makes of dots and slashes in it. */
export function isOwnFile(href: string): boolean {
  if (!href.startsWith('/') || !URL.canParse(href, location.origin)) return false;
  const { origin, pathname } = new URL(href, location.origin);
  return origin === location.origin && pathname.startsWith('/api/');
}

type Bytes = ReadableStream<Uint8Array<ArrayBuffer>>;

type FileHandle = { createWritable: () => Promise<WritableStream<Uint8Array<ArrayBuffer>>> };

type Picker = { showSaveFilePicker?: (options: { suggestedName: string }) => Promise<FileHandle> };

/** Writes a stream to a file. Where the browser cannot do so, all of it is held in memory first. */
export async function downloadStream(name: string, open: () => Promise<Bytes>): Promise<void> {
  const { showSaveFilePicker } = globalThis as Picker;
  if (showSaveFilePicker === undefined) return saveBlob(name, await new Response(await open()).blob());
  // It has to be asked right after the click: browsers open nothing later.
  const handle = await showSaveFilePicker.call(globalThis, { suggestedName: name });
  const bytes = await open();
  return bytes.pipeTo(await handle.createWritable());
}

/** Someone closed the window that asks where to. */
export function isDismissal(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
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
  // The browser has to have begun before the address is taken back.
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}
