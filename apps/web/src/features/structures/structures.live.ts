import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useLive } from '../../lib/live/use-live.ts';
import type { StructuresInfo } from './structure-set.ts';
import { sightOf, structuresQuery } from './structures.queries.ts';

/** Keeps what is known of the reading fresh; a newly read save, or another sight, makes everything be read anew. */
export function useStructuresLive(serverId: string): void {
  const queryClient = useQueryClient();
  useLive(`structures/${serverId}`, (messages) => {
    const last = messages.at(-1);
    if (last !== undefined) void follow(queryClient, serverId, last.event === 'gone' ? undefined : last.data);
  });
}

async function follow(
  queryClient: QueryClient,
  serverId: string,
  save: StructuresInfo['save'] | undefined,
): Promise<void> {
  const { queryKey } = structuresQuery(serverId);
  const before = queryClient.getQueryData(queryKey);
  if (before !== undefined && save !== undefined) queryClient.setQueryData(queryKey, { ...before, save });
  // What one may see is not in the message: it is different for each.
  await queryClient.invalidateQueries({ queryKey, refetchType: 'all' });
  const after = queryClient.getQueryData(queryKey);
  if (before === undefined || after === undefined) return;
  if (sightOf(before) !== sightOf(after)) return forgetSeen(queryClient, serverId, sightOf(after));
  const { readAt } = save ?? after.save;
  if (before.save.readAt !== readAt) await queryClient.invalidateQueries({ predicate: isOfSave });
}

/** Nothing that may no longer be seen stays, here or in memory. */
function forgetSeen(queryClient: QueryClient, serverId: string, sight: string): void {
  queryClient.removeQueries({
    queryKey: ['structures', 'points', serverId],
    predicate: ({ queryKey }) => queryKey.at(-1) !== sight,
  });
  for (const kind of ['one', 'tribe']) void queryClient.resetQueries({ queryKey: ['structures', kind, serverId] });
}

function isOfSave({ queryKey: [feature, kind] }: { queryKey: readonly unknown[] }): boolean {
  return feature === 'structures' && kind !== 'info';
}
