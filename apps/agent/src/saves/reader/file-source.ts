import type { ByteSource } from '@tribehall/ark/saves/byte-source';
import fs from 'node:fs';

export type FileSource = ByteSource & { close(): void };

/** The bytes of a file, fetched part by part. */
export function openFileSource(file: string): FileSource {
  const handle = fs.openSync(file, 'r');
  const { size } = fs.fstatSync(handle);
  return {
    size,
    read(offset, length) {
      const bytes = Buffer.allocUnsafe(Math.max(0, Math.min(length, size - offset)));
      let filled = 0;
      while (filled < bytes.length) {
        const count = fs.readSync(handle, bytes, filled, bytes.length - filled, offset + filled);
        if (count === 0) break;
        filled += count;
      }
      return bytes.subarray(0, filled);
    },
    close: () => fs.closeSync(handle),
  };
}
