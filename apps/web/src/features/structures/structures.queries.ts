import type { ReplyInput } from '@tribehall/contract';
import { decodeStructurePoints, type StructurePoints } from '@tribehall/contract/shared/structure-points';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, apiBlob, apiBytes } from '../../lib/api/api.ts';
import type { StructureState, StructuresInfo } from './structure-set.ts';

export function structuresQuery(serverId: string) {
  return queryOptions({
    queryKey: ['structures', 'info', serverId],
    queryFn: ({ signal }) => api('GET /ark/servers/{id}/structures', { params: { id: serverId }, signal }),
  });
}

type Sight = Pick<StructuresInfo, 'sight' | 'tribe'>;

/** Changes with what somebody may see. */
export function sightOf({ sight, tribe }: Sight): string {
  return sight === 'tribe' ? `tribe ${tribe?.id ?? ''}` : sight;
}

type Points = { points: StructurePoints; etag: string | null };

/**
 * Many bytes: where nothing has changed since, they are not sent again. Whoever may see something else now is shown nothing of
 * what was there before.
 */
export function pointsQuery(serverId: string, state: StructureState, sight: Sight) {
  const queryKey = ['structures', 'points', serverId, state, sightOf(sight)] as const;
  return queryOptions({
    queryKey,
    queryFn: async ({ client, signal }): Promise<Points> => {
      const known = client.getQueryData<Points>(queryKey);
      const answer = await apiBytes('GET /ark/servers/{id}/structures/points', {
        params: { id: serverId },
        query: { state },
        etag: known?.etag,
        signal,
      });
      if (answer === 'same' && known !== undefined) return known;
      if (answer === 'same') throw new Error('The portal kept structures back that are not here.');
      return { points: decodeStructurePoints(answer.bytes), etag: answer.etag };
    },
    // Columns are not compared number by number.
    structuralSharing: false,
  });
}

export function mapPictureQuery(map: string) {
  return queryOptions({
    queryKey: ['maps', 'picture', map],
    queryFn: async ({ signal }) =>
      createImageBitmap(await apiBlob('GET /ark/maps/{map}/picture', { params: { map }, signal })),
    structuralSharing: false,
    staleTime: Infinity,
  });
}

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
