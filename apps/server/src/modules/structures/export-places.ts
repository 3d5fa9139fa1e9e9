import { AppError } from '../../errors.ts';
import { perPortal } from '../../platform/per-portal.ts';

const maxAtOnce = 4;
const retryAfterS = 5;

/** Each caller has one export on its way, and all together a few. */
function createExportPlaces() {
  const taken = new Set<string>();
  return {
    /** Answers what gives the place back. */
    take(userId: string): () => void {
      if (taken.has(userId))
        throw new AppError('TOO_MANY_REQUESTS', 'Another export of yours is still on its way. Wait for it to end.', {
          retryAfterS,
        });
      if (taken.size >= maxAtOnce)
        throw new AppError('TOO_MANY_REQUESTS', 'Too many people export at once. Try again in a moment.', {
          retryAfterS,
        });
      taken.add(userId);
      let isLeft = false;
      return () => {
        if (!isLeft) taken.delete(userId);
        isLeft = true;
      };
    },
  };
}

export const exportPlaces = perPortal(createExportPlaces);
