import type { HistoryVisibility } from '@tribehall/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toastError, toastSuccess, toastUndo } from '../../../components/notices/toast.tsx';
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

/** Optimistic; refetches if the portal refuses. */
export function useChangeHistory(serverId: string) {
  const queryClient = useQueryClient();
  const { queryKey } = historyQuery(serverId);
  const put = (visibleTo: HistoryVisibility) =>
    queryClient.setQueryData(queryKey, (history) => history && { ...history, visibleTo });
  const { mutate } = useMutation({
    scope: { id: `people.history/${serverId}` },
    mutationFn: ({ visibleTo }: { visibleTo: HistoryVisibility; before?: HistoryVisibility }) =>
      api('PUT /ark/servers/{id}/history', { params: { id: serverId }, body: { visibleTo } }),
    onMutate: ({ visibleTo }) => void put(visibleTo),
    onSuccess: ({ visibleTo }, { before }) => {
      put(visibleTo);
      const text = `The history is visible to: ${historyTexts[visibleTo].label}.`;
      if (before === undefined) toastSuccess(text);
      else toastUndo(text, () => mutate({ visibleTo: before }));
    },
    onError: (error) => {
      toastError(error);
      void queryClient.invalidateQueries({ queryKey });
    },
  });
  return mutate;
}
