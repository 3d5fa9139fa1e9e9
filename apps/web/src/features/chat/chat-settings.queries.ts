import type { ReplyInput } from '@tribehall/contract';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api/api.ts';

export type ChatSettings = ReplyInput<'GET /ark/servers/{id}/chatSettings'>;

export function chatSettingsQuery(serverId: string) {
  return queryOptions({
    queryKey: ['chat', 'settings', serverId],
    queryFn: ({ signal }) => api('GET /ark/servers/{id}/chatSettings', { params: { id: serverId }, signal }),
  });
}
