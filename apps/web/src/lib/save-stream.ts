type Bytes = ReadableStream<Uint8Array<ArrayBuffer>>;
type FileHandle = { createWritable: () => Promise<WritableStream<Uint8Array<ArrayBuffer>>> };
type Picker = { showSaveFilePicker?: (options: { suggestedName: string }) => Promise<FileHandle> };

/** Writes a stream to a file. Where the browser cannot do so, all of it is held in memory first. */
export async function saveStream(name: string, open: () => Promise<Bytes>): Promise<void> {
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
