import type { FileHandle } from 'node:fs/promises';

/** Writes all chunks at this position. Returns how much was written, and the error if not all: a full drive takes a part. */
export async function writeAll(
  handle: FileHandle,
  chunks: Buffer[],
  position: number,
): Promise<{ bytes: number; error?: unknown }> {
  let bytes = 0;
  let rest = chunks;
  try {
    while (rest.length > 0) {
      const { bytesWritten } = await handle.writev(rest, position + bytes);
      if (bytesWritten === 0) throw new Error('The drive accepted no bytes');
      bytes += bytesWritten;
      rest = withoutFirst(rest, bytesWritten);
    }
    return { bytes };
  } catch (error) {
    return { bytes, error };
  }
}

function withoutFirst(chunks: Buffer[], bytes: number): Buffer[] {
  let remaining = bytes;
  return chunks.flatMap((chunk) => {
    const gone = Math.min(remaining, chunk.length);
    remaining -= gone;
    return gone === chunk.length ? [] : [chunk.subarray(gone)];
  });
}
