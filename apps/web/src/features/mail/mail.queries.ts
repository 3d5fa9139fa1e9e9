import type { ReplyInput } from '@tribehall/contract';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api/api.ts';

export type Mail = ReplyInput<'GET /ark/servers/{id}/mail'>[number];

/** The user's mail to players of a server, newest first. */
export function sentMailQuery(serverId: string) {
  return queryOptions({
    queryKey: ['mail', 'sent', serverId],
    queryFn: ({ signal }) => api('GET /ark/servers/{id}/mail', { params: { id: serverId }, signal }),
  });
}
