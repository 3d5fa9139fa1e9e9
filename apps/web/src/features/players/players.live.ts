import { useQueryClient } from '@tanstack/react-query';
import { putLive } from '../../lib/live/live-cache.ts';
import { useLive } from '../../lib/live/use-live.ts';
import { playersQuery } from './players.queries.ts';

/** Keeps the players of a known server up to date: each message has all who are online. */
export function usePlayersLive(serverId: string): void {
  const queryClient = useQueryClient();
  const { queryKey } = playersQuery(serverId);
  useLive(`players.online/${serverId}`, (messages) => {
    const last = messages.at(-1);
    if (last?.event === 'gone') void queryClient.invalidateQueries({ queryKey });
    else if (last !== undefined) putLive(queryClient, queryKey, last.data);
  });
}
