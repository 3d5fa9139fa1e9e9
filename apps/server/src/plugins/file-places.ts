import { AppError } from '../errors.ts';
import { perPortal } from '../platform/per-portal.ts';

/** Each holds an open file and its buffer. A page full of pictures takes a handful of them at once. */
const defaultLimits = { perAddress: 64, inAll: 512 };
const retryAfterS = 5;

/** How many files may be on their way at once. Counters in memory: they only have to stop floods. */
export function createFilePlaces({ perAddress, inAll } = defaultLimits) {
  const taken = new Map<string, number>();
  let total = 0;
  return {
    /** Answers what gives the place back; to be called once. */
    take(address: string): () => void {
      const own = taken.get(address) ?? 0;
      if (own >= perAddress)
        throw new AppError('TOO_MANY_REQUESTS', 'Too many downloads at once. Please wait for one of yours to end.', {
          retryAfterS,
        });
      if (total >= inAll)
        throw new AppError('UNAVAILABLE', 'Too many people download at once. Please try again.', { retryAfterS });
      taken.set(address, own + 1);
      total += 1;
      return () => {
        const left = (taken.get(address) ?? 0) - 1;
        if (left > 0) taken.set(address, left);
        else taken.delete(address);
        total -= 1;
      };
    },
  };
}

export type FilePlaces = ReturnType<typeof createFilePlaces>;

export const filePlaces = perPortal(() => createFilePlaces());
