import type { ReplyInput } from '@tribehall/contract';
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

export type AuditEntry = ReplyInput<'GET /audit'>['entries'][number];

/** Newest first; a page continues below the last entry of the one before. */
export function auditQuery(search: string) {
  return infiniteQueryOptions({
    queryKey: ['audit', search],
    queryFn: ({ pageParam, signal }) =>
      api('GET /audit', {
        query: { ...(search !== '' && { search }), ...(pageParam !== undefined && { before: pageParam }) },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => (page.hasMore ? page.entries.at(-1)?.id : undefined),
    placeholderData: keepPreviousData,
  });
}
