import { useQueryClient } from '@tanstack/react-query';
import { putLive } from '../../lib/live/live-cache.ts';
import { useLive } from '../../lib/live/use-live.ts';
import { favouriteQuery } from './favourites.queries.ts';

export function useFavouriteLive(serverId: string): void {
  const queryClient = useQueryClient();
  const { queryKey } = favouriteQuery(serverId);
  useLive(`servers.state/${serverId}`, (messages) => {
    const last = messages.at(-1);
    if (last !== undefined) putLive(queryClient, queryKey, last.event === 'gone' ? null : last.data);
  });
}
