import { AppError } from '../../errors.ts';
import { perPortal } from '../../platform/per-portal.ts';

type Writer = { stop: AbortController; ended: Promise<unknown> };

/** Whoever writes to an upload in this process: one at a time. A key holds its user, so that nobody ends another's. */
export type UploadWriters = {
  /** Ends whoever was at it before, waits for that, then works alone, until the signal says to give way. */
  alone<T>(key: string, work: (signal: AbortSignal) => Promise<T>): Promise<T>;
  has(key: string): boolean;
  /** Ends whoever is at it. */
  stop(key: string): void;
  /** Says when all have to end, also what gives way to nobody else. */
  closing: AbortSignal;
  /** Ends all of them, for good. */
  close(): Promise<void>;
};

/** A sender whose line broke comes back before the broken one is noticed. */
const replaced = () => new AppError('LOCKED', 'Another request goes on with this upload.');
const stopping = () => new AppError('UNAVAILABLE', 'The portal is stopping. Please try again in a moment.');

export const uploadWriters = perPortal(createUploadWriters);

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
      const left = [...writers.values()];
      closing.abort(stopping());
      for (const { stop } of left) stop.abort(stopping());
      await Promise.all(left.map(({ ended }) => ended));
    },
  };
}
