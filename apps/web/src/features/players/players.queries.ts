import type { ReplyInput } from '@tribehall/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../lib/api.ts';

export type Player = ReplyInput<'GET /ark/servers/{id}/players'>[number];
export type Ban = ReplyInput<'GET /ark/servers/{id}/bans'>[number];

export function playersQuery(serverId: string) {
  return queryOptions({
    queryKey: ['players', 'online', serverId],
    queryFn: ({ signal }) => api('GET /ark/servers/{id}/players', { params: { id: serverId }, signal }),
  });
}

export function bansQuery(serverId: string) {
  return queryOptions({
    queryKey: ['players', 'bans', serverId],
    queryFn: ({ signal }) => api('GET /ark/servers/{id}/bans', { params: { id: serverId }, signal }),
  });
}

/** The character that a code was sent to and that can still be linked; asked anew whenever the dialog opens. */
export function pendingLinkQuery(serverId: string) {
  return queryOptions({
    queryKey: ['players', 'pendingLink', serverId],
    queryFn: ({ signal }) => api('GET /ark/servers/{id}/players/auth', { params: { id: serverId }, signal }),
    gcTime: 0,
  });
}

/** A player as last seen here; nothing as long as that player has not been online. */
export function usePlayer(serverId: string, playerId: string): { player: Player | undefined; isOnline: boolean } {
  const { data } = useQuery(playersQuery(serverId));
  const online = data?.find(({ id }) => id === playerId);
  const [seen, setSeen] = useState(online);
  if (online !== undefined && online !== seen) setSeen(online);
  return { player: online ?? (seen?.id === playerId ? seen : undefined), isOnline: online !== undefined };
}
