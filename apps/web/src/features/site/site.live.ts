import { useQueryClient } from '@tanstack/react-query';
import { putLive } from '../../lib/live/live-cache.ts';
import { useLive } from '../../lib/live/use-live.ts';
import { siteQuery } from './site.queries.ts';

/** Not for visitors: a stream of its own costs more than the settings change. */
export function useSiteLive(isLoggedIn: boolean): void {
  const queryClient = useQueryClient();
  useLive(
    'site',
    (messages) => {
      const latest = messages.findLast((message) => message.event !== 'gone');
      if (latest === undefined) return;
      const before = queryClient.getQueryData(siteQuery.queryKey);
      putLive(queryClient, siteQuery.queryKey, latest.data);
      if (before?.isStatusPublic !== latest.data.isStatusPublic)
        void queryClient.invalidateQueries({ queryKey: ['status'] });
    },
    isLoggedIn,
  );
}
