import { createFileHash, type FileHash } from '../../../platform/files/file-hash.ts';

type Begun = { hash: FileHash; position: number };

/** Running hashes of uploads that are paused. */
export type UploadHashes = {
  /** The hash of all bytes before this position; undefined if this process did not see all of them. */
  take(id: string, position: number): FileHash | undefined;
  put(id: string, position: number, hash: FileHash): void;
};

/** Half a kilobyte each. An evicted one means that the file is read again. */
const maxHashes = 2000;

export function createUploadHashes(): UploadHashes {
  const begun = new Map<string, Begun>();
  return {
    take(id, position) {
      const known = begun.get(id);
      begun.delete(id);
      if (position === 0) return createFileHash();
      return known?.position === position ? known.hash : undefined;
    },
    put(id, position, hash) {
      begun.set(id, { hash, position });
      const [oldest] = begun.keys();
      if (begun.size > maxHashes && oldest !== undefined) begun.delete(oldest);
    },
  };
}
