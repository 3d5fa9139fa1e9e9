import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toastError, toastSuccess } from '../../../components/notices/toast.tsx';
import { api, apiBody } from '../../../lib/api/api.ts';
import { downloadStream, isDismissal } from '../../../lib/browser/download.ts';

export function useExportPerson(playerId: string) {
  return useMutation({
    mutationFn: () =>
      downloadStream(`player-${playerId}.json`, () =>
        apiBody('GET /ark/players/{playerId}/export', { params: { playerId } }),
      ),
    onSuccess: () => toastSuccess('Everything about this player was exported.'),
    onError: (error) => {
      if (!isDismissal(error)) toastError(error);
    },
  });
}

export function useErasePerson(playerId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => api('DELETE /ark/players/{playerId}', { params: { playerId } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['people'] }),
  });
}
