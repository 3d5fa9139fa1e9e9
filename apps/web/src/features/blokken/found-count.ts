import { ApiError } from '../../lib/api/api-error.ts';

/** How many words there are where they are too many to list; -1 is too many to count. */
export function foundCount(error: unknown): string {
  const details = error instanceof ApiError ? error.details : undefined;
  const found = typeof details === 'object' && details !== null && 'found' in details ? details.found : undefined;
  return typeof found === 'number' && found >= 0 ? `Found ${found}` : 'Found a lot';
}
