import { useQueryClient } from '@tanstack/react-query';
import { putLive } from '../../lib/live/live-cache.ts';
import { useLive } from '../../lib/live/use-live.ts';
import { serverQuery } from './servers.queries.ts';

/** Keeps the state of a known server up to date. An unknown id would fail the whole stream. */
export function useServerLive(serverId: string, isKnown: boolean): void {
  const queryClient = useQueryClient();
  const { queryKey } = serverQuery(serverId);
  useLive(
    `servers.state/${serverId}`,
    (messages) => {
      const last = messages.at(-1);
      if (last?.event === 'gone') void queryClient.invalidateQueries({ queryKey });
      else if (last !== undefined) putLive(queryClient, queryKey, last.data);
    },
    isKnown,
  );
}
