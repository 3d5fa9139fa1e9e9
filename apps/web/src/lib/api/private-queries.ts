import type { QueryClient } from '@tanstack/react-query';

/** Marks a query whose answer is the same for everyone. */
export const publicMeta = { isPublic: true } as const;

/** Forgets what one user saw before another one looks. */
export function dropPrivateQueries(queryClient: QueryClient): void {
  queryClient.removeQueries({ predicate: (query) => query.meta?.['isPublic'] !== true });
}
