import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api/api.ts';
import { terminalQuery } from './terminal.queries.ts';

export function useConfirmPassword() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (password: string) => api('POST /users/me/confirm', { body: { password } }),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: terminalQuery.queryKey }),
  });
}
