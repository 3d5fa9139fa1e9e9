import type { ReplyInput } from '@tribehall/contract';
import { keepPreviousData, queryOptions, useQuery, useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { api } from '../../lib/api/api.ts';

export type Player = ReplyInput<'GET /ark/servers/{id}/players'>[number];
export type KnownPlayer = ReplyInput<'GET /ark/servers/{id}/players/{playerId}'>;
export type PlayerCount = ReplyInput<'GET /ark/servers/{id}/playerCounts'>[number];
export type Ban = ReplyInput<'GET /ark/servers/{id}/bans'>['bans'][number];

export function playersQuery(serverId: string) {
  return queryOptions({
    queryKey: ['players', 'online', serverId],
    queryFn: ({ signal }) => api('GET /ark/servers/{id}/players', { params: { id: serverId }, signal }),
  });
}

/** The portal filters, since the reply holds only the newest ones. */
export function bansQuery(serverId: string, search: string) {
  return queryOptions({
    queryKey: ['players', 'bans', serverId, search],
    queryFn: ({ signal }) =>
      api('GET /ark/servers/{id}/bans', {
        params: { id: serverId },
        query: { ...(search !== '' && { search }) },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}

/** The character that a code was sent to and that can still be linked; refetched whenever the dialog opens. */
export function pendingLinkQuery(serverId: string) {
  return queryOptions({
    queryKey: ['players', 'pendingLink', serverId],
    queryFn: ({ signal }) => api('GET /ark/servers/{id}/players/auth', { params: { id: serverId }, signal }),
    gcTime: 0,
  });
}

function knownPlayerQuery(serverId: string, playerId: string) {
  return queryOptions({
    queryKey: ['players', 'known', serverId, playerId],
    queryFn: ({ signal }) =>
      api('GET /ark/servers/{id}/players/{playerId}', { params: { id: serverId, playerId }, signal }),
  });
}

type SeenPlayer = {
  /** As last seen online while the page was open. */
  player: Player | undefined;
  /** The portal's record, also of an offline player. */
  known: KnownPlayer | undefined;
  isOnline: boolean;
};

/** A player, online or not. */
export function usePlayer(serverId: string, playerId: string): SeenPlayer {
  const { data } = useQuery(playersQuery(serverId));
  const online = data?.find(({ id }) => id === playerId);
  const [seen, setSeen] = useState(online);
  if (online !== undefined && online !== seen) setSeen(online);
  const isOnline = online !== undefined;
  const { data: known } = useQuery(knownPlayerQuery(serverId, playerId));
  useReadAgain(knownPlayerQuery(serverId, playerId).queryKey, isOnline);
  return { player: online ?? (seen?.id === playerId ? seen : undefined), known, isOnline };
}

/** Someone who joins or leaves may have been banned or unbanned by somebody else. */
function useReadAgain(queryKey: QueryKey, isOnline: boolean): void {
  const queryClient = useQueryClient();
  const wasOnline = useRef(isOnline);
  const readAgain = useEffectEvent(() => void queryClient.invalidateQueries({ queryKey }));
  useEffect(() => {
    if (wasOnline.current !== isOnline) readAgain();
    wasOnline.current = isOnline;
  }, [isOnline]);
}

/** Refetched every minute, so the chart ends at the present. */
export function playerCountsQuery(serverId: string, hours: number) {
  return queryOptions({
    queryKey: ['players', 'counts', serverId, hours],
    queryFn: ({ signal }) =>
      api('GET /ark/servers/{id}/playerCounts', { params: { id: serverId }, query: { hours }, signal }),
    refetchInterval: 60_000,
  });
}
