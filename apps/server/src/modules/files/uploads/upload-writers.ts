import { AppError } from '../../../errors.ts';
import { createFileHash, type FileHash } from '../../../platform/files/file-hash.ts';

type Writer = { stop: AbortController; ended: Promise<unknown> };

/** The writers of uploads in this process, one per upload. A key contains the user: nobody stops another user's writer. */
export type UploadWriters = {
  /** Stops the current writer, waits until it has ended, then runs `work` until `signal` aborts. */
  alone<T>(key: string, work: (signal: AbortSignal) => Promise<T>): Promise<T>;
  has(key: string): boolean;
  /** Stops the current writer. */
  stop(key: string): void;
  /** Aborts when all have to end, also the work that no other writer may interrupt. */
  closing: AbortSignal;
  /** Stops all writers, for good. */
  close(): Promise<void>;
};

/** A client that lost its connection is back before the loss of the old one is noticed. */
const replaced = () => new AppError('LOCKED', 'Another request is continuing this upload.');
const stopping = () => new AppError('UNAVAILABLE', 'The portal is stopping. Please try again in a moment.');

export function writerKey({ id, userId }: { id: string; userId: string }): string {
  return `${userId}/${id}`;
}

export function createUploadWriters(): UploadWriters {
  const writers = new Map<string, Writer>();
  const closing = new AbortController();
  return {
    async alone(key, work) {
      closing.signal.throwIfAborted();
      const earlier = writers.get(key);
      const stop = new AbortController();
      const run = async () => {
        earlier?.stop.abort(replaced());
        await earlier?.ended;
        stop.signal.throwIfAborted();
        return work(stop.signal);
      };
      const result = run();
      const writer = { stop, ended: result.catch(() => {}) };
      writers.set(key, writer);
      try {
        return await result;
      } finally {
        if (writers.get(key) === writer) writers.delete(key);
      }
    },
    has: (key) => writers.has(key),
    stop: (key) => writers.get(key)?.stop.abort(replaced()),
    closing: closing.signal,
    async close() {
      const active = [...writers.values()];
      closing.abort(stopping());
      for (const { stop } of active) stop.abort(stopping());
      await Promise.all(active.map(({ ended }) => ended));
    },
  };
}

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
