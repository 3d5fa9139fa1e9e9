import type { QueryClient } from '@tanstack/react-query';

/** Marks a query whose reply is the same for everyone. */
export const publicMeta = { isPublic: true } as const;

/** Removes everything that one user has fetched, before another user logs in. */
export function dropPrivateQueries(queryClient: QueryClient): void {
  queryClient.removeQueries({ predicate: (query) => query.meta?.['isPublic'] !== true });
}
