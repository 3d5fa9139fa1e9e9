import type { FileHandle } from 'node:fs/promises';
import { xxh3 } from '@node-rs/xxhash';

/** XXH3 with 64 bits, in hexadecimal. */
export type FileHash = { update(chunk: Buffer): void; digest(): string };

const readBytes = 1024 * 1024;

export function createFileHash(): FileHash {
  const hash = xxh3.Xxh3.withSeed();
  return {
    update: (chunk) => void hash.update(chunk),
    digest: () => hash.digest().toString(16).padStart(16, '0'),
  };
}

/** Reads the whole file for it. */
export async function hashFile(handle: FileHandle, signal?: AbortSignal): Promise<string> {
  const hash = createFileHash();
  const buffer = Buffer.allocUnsafeSlow(readBytes);
  for (let position = 0; ;) {
    signal?.throwIfAborted();
    const { bytesRead } = await handle.read(buffer, 0, readBytes, position);
    if (bytesRead === 0) return hash.digest();
    hash.update(buffer.subarray(0, bytesRead));
    position += bytesRead;
  }
}
