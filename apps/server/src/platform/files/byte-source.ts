import type { FileHandle } from 'node:fs/promises';

/** Both ends included. */
export type ByteRange = { start: number; end: number };

/** Stored bytes, wherever they are. They can be read to their end even if they are removed meanwhile. */
export type ByteSource = {
  bytes: number;
  /** The bytes of a range in order, in chunks of about this size. A chunk is valid until the next one is requested. */
  read(range: ByteRange, chunkBytes?: number): AsyncIterable<Buffer>;
  close(): Promise<void>;
};

/** Large: the cost of a chunk is the round trip to the drive, whatever its size. */
export const defaultChunkBytes = 1024 * 1024;

/** The first bytes of an open file, by default all it has now. The source closes it. */
export async function fileSource(handle: FileHandle, count?: number): Promise<ByteSource> {
  const bytes = count ?? (await handle.stat()).size;
  return { bytes, read: (range, chunkBytes) => readFileRange(handle, range, chunkBytes), close: () => handle.close() };
}

export async function* readFileRange(
  handle: FileHandle,
  { start, end }: ByteRange,
  chunkBytes = defaultChunkBytes,
): AsyncGenerator<Buffer> {
  const chunk = Buffer.allocUnsafeSlow(Math.max(0, Math.min(chunkBytes, end - start + 1)));
  for (let at = start; at <= end;) {
    const { bytesRead } = await handle.read(chunk, 0, Math.min(chunk.length, end - at + 1), at);
    if (bytesRead === 0) throw new Error('The file has become shorter');
    yield chunk.subarray(0, bytesRead);
    at += bytesRead;
  }
}

export const wholeOf = ({ bytes }: ByteSource): ByteRange => ({ start: 0, end: bytes - 1 });

/** All bytes at once, for small contents. */
export async function readWhole(source: ByteSource): Promise<Buffer> {
  const whole = Buffer.allocUnsafe(source.bytes);
  let at = 0;
  for await (const chunk of source.read(wholeOf(source))) at += chunk.copy(whole, at);
  return whole;
}
