import { useQueryClient } from '@tanstack/react-query';
import { useLive } from '../../lib/use-live.ts';
import { structuresQuery } from './structures.queries.ts';

/** Keeps what is known of the reading fresh; a newly read save makes everything that came from the last be read anew. */
export function useStructuresLive(serverId: string): void {
  const queryClient = useQueryClient();
  const { queryKey } = structuresQuery(serverId);
  useLive(`structures/${serverId}`, (messages) => {
    const last = messages.at(-1);
    const known = queryClient.getQueryData(queryKey);
    if (last === undefined) return;
    if (last.event === 'gone' || known === undefined) {
      void queryClient.invalidateQueries({ queryKey });
      return;
    }
    queryClient.setQueryData(queryKey, { ...known, save: last.data });
    if (last.data.readAt !== known.save.readAt) void queryClient.invalidateQueries({ queryKey: ['structures'] });
  });
}
