import { createFileHash, type FileHash } from '../../platform/files/file-hash.ts';
import { perPortal } from '../../platform/per-portal.ts';

type Begun = { hash: FileHash; position: number };

/** Hashes of uploads that wait to go on. */
export type UploadHashes = {
  /** The hash of all bytes before this position; undefined where this process did not see them all. */
  take(id: string, position: number): FileHash | undefined;
  put(id: string, position: number, hash: FileHash): void;
};

/** Each takes half a kilobyte. One that was forgotten costs reading the file again. */
const maxHashes = 2000;

export const uploadHashes = perPortal(createUploadHashes);

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
