import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useLive } from '../../lib/live/use-live.ts';
import type { StructuresInfo } from './structure-set.ts';
import { visibilityKey, structuresQuery } from './structures.queries.ts';

/** Updates the state of the world save; a newly read save or a changed visibility refetches everything. */
export function useStructuresLive(serverId: string): void {
  const queryClient = useQueryClient();
  useLive(`structures/${serverId}`, (messages) => {
    const last = messages.at(-1);
    if (last !== undefined) void apply(queryClient, serverId, last.event === 'gone' ? undefined : last.data);
  });
}

async function apply(
  queryClient: QueryClient,
  serverId: string,
  save: StructuresInfo['save'] | undefined,
): Promise<void> {
  const { queryKey } = structuresQuery(serverId);
  const before = queryClient.getQueryData(queryKey);
  if (before !== undefined && save !== undefined) queryClient.setQueryData(queryKey, { ...before, save });
  // The message does not say what may be seen: that differs by viewer.
  await queryClient.invalidateQueries({ queryKey, refetchType: 'all' });
  const after = queryClient.getQueryData(queryKey);
  if (before === undefined || after === undefined) return;
  if (visibilityKey(before) !== visibilityKey(after)) return forgetHidden(queryClient, serverId, visibilityKey(after));
  const { readAt } = save ?? after.save;
  if (before.save.readAt !== readAt) await queryClient.invalidateQueries({ predicate: isFromSave });
}

/** Drops everything the viewer may no longer see from the cache. */
function forgetHidden(queryClient: QueryClient, serverId: string, visibility: string): void {
  for (const kind of ['points', 'ground'])
    queryClient.removeQueries({
      queryKey: ['structures', kind, serverId],
      predicate: ({ queryKey }) => queryKey.at(-1) !== visibility,
    });
  for (const kind of ['one', 'tribe']) void queryClient.resetQueries({ queryKey: ['structures', kind, serverId] });
}

function isFromSave({ queryKey: [feature, kind] }: { queryKey: readonly unknown[] }): boolean {
  return feature === 'structures' && kind !== 'info';
}
