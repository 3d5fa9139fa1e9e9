import { useQueryClient } from '@tanstack/react-query';
import { putLive } from '../../../lib/live/live-cache.ts';
import { useLive } from '../../../lib/live/use-live.ts';
import { favoriteQuery } from './favorites.queries.ts';

export function useFavoriteLive(serverId: string): void {
  const queryClient = useQueryClient();
  const { queryKey } = favoriteQuery(serverId);
  useLive(`servers.state/${serverId}`, (messages) => {
    const last = messages.at(-1);
    if (last !== undefined) putLive(queryClient, queryKey, last.event === 'gone' ? null : last.data);
  });
}
