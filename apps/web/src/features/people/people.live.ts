import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { throttle } from '../../lib/live/throttle.ts';
import { useLive } from '../../lib/live/use-live.ts';
import { onlineQuery, tribeLogKey } from './people.queries.ts';

const refetchEveryMs = 2000;

/** Refetches who is online everywhere. A snapshot means that the stream has restarted, and changes may have been missed. */
export function useOnlineLive(): void {
  const queryClient = useQueryClient();
  const { queryKey } = onlineQuery;
  const [refetch] = useState(() => throttle(refetchEveryMs, () => queryClient.invalidateQueries({ queryKey })));
  useLive('people.online', refetch);
}

/** Refetches the logs of a server's tribes: a save that was read may have brought lines. */
export function useTribeLogLive(serverId: string): void {
  const queryClient = useQueryClient();
  useLive(`structures/${serverId}`, (messages) => {
    if (messages.some(({ event }) => event === 'changed'))
      void queryClient.invalidateQueries({ queryKey: tribeLogKey(serverId) });
  });
}
