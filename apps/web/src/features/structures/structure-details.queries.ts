import type { ReplyInput } from '@tribehall/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api/api.ts';

export type StructureDetail = ReplyInput<'GET /ark/servers/{id}/structures/{structureId}'>;

export function structureQuery(serverId: string, structureId: number) {
  return queryOptions({
    queryKey: ['structures', 'one', serverId, structureId],
    queryFn: ({ signal }) =>
      api('GET /ark/servers/{id}/structures/{structureId}', { params: { id: serverId, structureId }, signal }),
    // Walking through the list must not flicker.
    placeholderData: keepPreviousData,
  });
}
