import { queryOptions, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLive } from '../../../lib/live/use-live.ts';
import type { Setup } from './setup-ticks.ts';

/** The set-up that is open on a server's page. */
type OpenSetup = {
  /** With the server's token: in the memory of this tab alone, since the portal stores only a hash. */
  commandLine: string | null;
};

/** Never fetched: null while the set-up is closed. */
function openSetupQuery(serverId: string) {
  return queryOptions({
    queryKey: ['servers', 'setup', serverId],
    queryFn: (): OpenSetup | null => null,
    initialData: (): OpenSetup | null => null,
    enabled: false,
    staleTime: Infinity,
    gcTime: Infinity,
  });
}

/** Opens the set-up of a server on its page, with a command if there is a new one. */
export function openSetup(queryClient: QueryClient, serverId: string, commandLine: string | null = null): void {
  queryClient.setQueryData<OpenSetup | null>(openSetupQuery(serverId).queryKey, { commandLine });
}

export function useOpenSetup(serverId: string) {
  const queryClient = useQueryClient();
  const { data } = useQuery(openSetupQuery(serverId));
  return {
    isOpen: data !== null,
    commandLine: data?.commandLine ?? undefined,
    open: () => openSetup(queryClient, serverId),
    close: () => queryClient.setQueryData(openSetupQuery(serverId).queryKey, null),
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
