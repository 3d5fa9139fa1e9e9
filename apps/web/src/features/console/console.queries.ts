import type { ReplyInput } from '@tribehall/contract';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api/api.ts';

export type ConsoleCommand = ReplyInput<'GET /ark/servers/{id}/console'>['commands'][number];

/** The known commands of a server's game. They change with the portal's version only. */
export function consoleQuery(serverId: string) {
  return queryOptions({
    queryKey: ['console', 'commands', serverId],
    queryFn: ({ signal }) => api('GET /ark/servers/{id}/console', { params: { id: serverId }, signal }),
    select: ({ commands }) => commands,
    staleTime: Infinity,
  });
}
