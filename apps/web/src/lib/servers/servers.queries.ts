import type { ReplyInput } from '@tribehall/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../api/api.ts';

export type ListedServer = ReplyInput<'GET /ark/servers'>[number];

/** Filtered by name on the portal, case-insensitively. */
export function serversQuery(nameFilter: string) {
  return queryOptions({
    queryKey: ['servers', 'list', nameFilter],
    queryFn: ({ signal }) => api('GET /ark/servers', { query: { ...(nameFilter !== '' && { nameFilter }) }, signal }),
    placeholderData: keepPreviousData,
  });
}
