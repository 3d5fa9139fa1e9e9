import type { FastifyInstance } from 'fastify';
import { AppError } from '../errors.ts';
import { createByteSender, type SendBytes } from '../platform/files/send-bytes.ts';
import { createKeyedSemaphore } from '../platform/semaphore.ts';

/** Limits how many files are sent at once. */
export type Downloads = {
  /** Takes a slot for this address; returns the function that releases it. */
  acquire(address: string): () => void;
  sendBytes: SendBytes;
};

declare module 'fastify' {
  // eslint-disable-next-line typescript/consistent-type-definitions -- interfaces merge
  interface FastifyInstance {
    downloads: Downloads;
  }
}

/** Each holds an open file and its buffer. A page full of pictures takes a handful of slots at once. */
const defaultLimits = { perAddress: 64, total: 512 };
const retryAfterS = 5;

/** One set of download slots for all modules. In memory: it only has to stop floods. */
export function downloadsPlugin(app: FastifyInstance, limits = defaultLimits): void {
  app.decorate('downloads', createDownloads(limits));
}

export function createDownloads({ perAddress, total } = defaultLimits): Downloads {
  const slots = createKeyedSemaphore({ perKey: perAddress, total });
  return {
    sendBytes: createByteSender(),
    acquire(address) {
      const release = slots.tryAcquire(address);
      if (release === 'key')
        throw new AppError('TOO_MANY_REQUESTS', 'You have too many downloads running. Please wait for one to finish.', {
          retryAfterS,
        });
      if (release === 'total')
        throw new AppError('UNAVAILABLE', 'Too many downloads are running. Please try again.', { retryAfterS });
      return release;
    },
  };
}
