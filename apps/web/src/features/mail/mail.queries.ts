import type { ReplyInput } from '@tribehall/contract';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api/api.ts';

export type Mail = ReplyInput<'GET /ark/servers/{id}/mail'>[number];
export type PlayerMail = ReplyInput<'GET /ark/players/{playerId}/mail'>['mails'][number];

/** The user's mail to players of a server, newest first. */
export function sentMailQuery(serverId: string) {
  return queryOptions({
    queryKey: ['mail', 'sent', serverId],
    queryFn: ({ signal }) => api('GET /ark/servers/{id}/mail', { params: { id: serverId }, signal }),
  });
}

/** Mail to a player that the user may see, on all servers, newest first. */
export function playerMailQuery(playerId: string) {
  return infiniteQueryOptions({
    queryKey: ['mail', 'player', playerId],
    queryFn: ({ pageParam, signal }) =>
      api('GET /ark/players/{playerId}/mail', {
        params: { playerId },
        query: { ...(pageParam !== undefined && { before: pageParam }) },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
  });
}
