import type { HistoryVisibility } from '@tribehall/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useUndoableChoice } from '../../../components/notices/use-undoable-choice.ts';
import { api } from '../../../lib/api/api.ts';
import { historyQuery } from '../people.queries.ts';

/** The choices of who may see the history of a server's players. */
export const historyTexts = {
  members: {
    label: 'Everyone',
    effect: 'Everyone who is logged in sees when players were on this server and what happened to them.',
  },
  admins: { label: 'Only admins', effect: 'Others see who is online now, but no history. Best for PvP.' },
} as const satisfies Record<HistoryVisibility, { label: string; effect: string }>;

export function useChangeHistory(serverId: string) {
  const queryClient = useQueryClient();
  const { queryKey } = historyQuery(serverId);
  return useUndoableChoice<HistoryVisibility>({
    scope: `people.history/${serverId}`,
    send: async (visibleTo) =>
      (await api('PUT /ark/servers/{id}/history', { params: { id: serverId }, body: { visibleTo } })).visibleTo,
    show: (visibleTo) => queryClient.setQueryData(queryKey, (history) => history && { ...history, visibleTo }),
    refetch: () => queryClient.invalidateQueries({ queryKey }),
    describe: (visibleTo) => `The history is visible to: ${historyTexts[visibleTo].label}.`,
  });
}

/** The choices of whether a server's players are compared in public. */
export const leaderboardTexts = {
  on: {
    label: 'Shown to everyone',
    effect: 'Everyone who is logged in sees who played, died and tamed the most on this server.',
  },
  off: { label: 'Not shown', effect: 'Only admins of this server see them. Best for PvP.' },
} as const;
export type LeaderboardChoice = keyof typeof leaderboardTexts;

export function useChangeLeaderboards(serverId: string) {
  const queryClient = useQueryClient();
  const { queryKey } = historyQuery(serverId);
  return useUndoableChoice<LeaderboardChoice>({
    scope: `people.history/${serverId}`,
    send: async (choice) => {
      const body = { hasLeaderboards: choice === 'on' };
      return toChoice(await api('PUT /ark/servers/{id}/history', { params: { id: serverId }, body }));
    },
    show: (choice) =>
      queryClient.setQueryData(queryKey, (history) => history && { ...history, hasLeaderboards: choice === 'on' }),
    refetch: () => queryClient.invalidateQueries({ queryKey }),
    describe: (choice) => (choice === 'on' ? 'Leaderboards are shown to everyone.' : 'Leaderboards are not shown.'),
  });
}

export function toChoice({ hasLeaderboards }: { hasLeaderboards: boolean }): LeaderboardChoice {
  return hasLeaderboards ? 'on' : 'off';
}
