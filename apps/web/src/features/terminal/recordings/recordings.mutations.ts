import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api/api.ts';
import { recordingsQuery } from './recordings.queries.ts';

export function useDeleteRecording(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => api('DELETE /terminal/recordings/{id}', { params: { id } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: recordingsQuery.queryKey, exact: true }),
  });
}
