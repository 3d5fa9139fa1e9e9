import type { ReplyInput } from '@tribehall/contract';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../lib/api/api.ts';

export type Tribe = ReplyInput<'GET /ark/servers/{id}/tribes/{tribeId}'>;
export type TribeMember = Tribe['members'][number];

export function tribeQuery(serverId: string, tribeId: string) {
  return queryOptions({
    queryKey: ['structures', 'tribe', serverId, tribeId],
    queryFn: ({ signal }) =>
      api('GET /ark/servers/{id}/tribes/{tribeId}', { params: { id: serverId, tribeId }, signal }),
  });
}
