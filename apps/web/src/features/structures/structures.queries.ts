import type { ReplyInput } from '@tribehall/contract';
import type { StructureGround } from '@tribehall/contract/shared/structure-ground';
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

type Visibility = Pick<StructuresInfo, 'sight' | 'tribe'>;

/** Part of the query key, so that a change of what the viewer may see never shows old data. */
export function visibilityKey({ sight, tribe }: Visibility): string {
  return sight === 'tribe' ? `tribe ${tribe?.id ?? ''}` : sight;
}

type Points = { points: StructurePoints; etag: string | null };

/** Large, so it is revalidated by ETag. */
export function pointsQuery(serverId: string, state: StructureState, visibility: Visibility) {
  const queryKey = ['structures', 'points', serverId, state, visibilityKey(visibility)] as const;
  return queryOptions({
    queryKey,
    queryFn: async ({ client, signal }): Promise<Points> => {
      const cached = client.getQueryData<Points>(queryKey);
      const options = { params: { id: serverId }, query: { state }, signal };
      const reply = await apiBytes('GET /ark/servers/{id}/structures/points', options, cached?.etag);
      if (reply === 'same' && cached !== undefined) return cached;
      if (reply === 'same') throw new Error('The portal sent no structures, though none are cached.');
      return { points: decodeStructurePoints(reply.bytes), etag: reply.etag };
    },
    // Comparing the columns number by number would be slow.
    structuralSharing: false,
  });
}

type Ground = { ground: StructureGround; etag: string | null };

/** The relief of the map; for viewers who see every structure. */
export function groundQuery(serverId: string, visibility: Visibility) {
  const queryKey = ['structures', 'ground', serverId, visibilityKey(visibility)] as const;
  return queryOptions({
    queryKey,
    queryFn: async ({ client, signal }): Promise<Ground> => {
      const cached = client.getQueryData<Ground>(queryKey);
      const options = { params: { id: serverId }, signal };
      const reply = await apiBytes('GET /ark/servers/{id}/structures/ground', options, cached?.etag);
      if (reply === 'same' && cached !== undefined) return cached;
      if (reply === 'same') throw new Error('The portal sent no relief, though none is cached.');
      const ground = JSON.parse(new TextDecoder().decode(reply.bytes)) as Partial<StructureGround>;
      if (!isGround(ground)) throw new Error('The portal sent no relief.');
      return { ground, etag: reply.etag };
    },
    structuralSharing: false,
  });
}

/** Without a relief the page shows everything else. */
function isGround(ground: Partial<StructureGround>): ground is StructureGround {
  return Array.isArray(ground.cells) && Array.isArray(ground.water);
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
    // Moving through the list must not flicker.
    placeholderData: keepPreviousData,
  });
}
