import { queryOptions, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLive } from '../../../lib/live/use-live.ts';
import type { Setup } from './setup-ticks.ts';

type OpenSetup = {
  isOpen: boolean;
  /** With the server's token: in the memory of this tab alone, since the portal stores only a hash. */
  commandLine: string | null;
};

const closed: OpenSetup = { isOpen: false, commandLine: null };

/** Whether the set-up of a server is open on its page. Never fetched. */
function openSetupQuery(serverId: string) {
  return queryOptions({
    queryKey: ['servers', 'setup', serverId],
    queryFn: () => closed,
    initialData: closed,
    enabled: false,
    staleTime: Infinity,
    gcTime: Infinity,
  });
}

/** Opens the set-up of a server on its page, with a command if there is a new one. */
export function openSetup(queryClient: QueryClient, serverId: string, commandLine: string | null = null): void {
  queryClient.setQueryData(openSetupQuery(serverId).queryKey, { isOpen: true, commandLine });
}

export function useOpenSetup(serverId: string) {
  const queryClient = useQueryClient();
  const { data } = useQuery(openSetupQuery(serverId));
  return {
    ...data,
    open: () => openSetup(queryClient, serverId),
    close: () => queryClient.setQueryData(openSetupQuery(serverId).queryKey, closed),
  };
}

/** What the set-up of a server lacks, live. */
export function useSetup(serverId: string): Setup | undefined {
  const [setup, setSetup] = useState<Setup>();
  useLive(`servers.setup/${serverId}`, (messages) => {
    const last = messages.findLast(({ event }) => event !== 'gone');
    if (last !== undefined && last.event !== 'gone') setSetup(last.data);
  });
  return setup;
}
