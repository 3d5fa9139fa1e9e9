import type { PartInput } from '@tribehall/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api/api.ts';

type NewToken = PartInput<'POST /users/me/tokens', 'body'>;

function useRefetch() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: ['tokens'] });
}

/** With the password, if the portal has asked for it. */
export function useCreateToken() {
  const refetch = useRefetch();
  return useMutation({
    mutationFn: async ({ password, ...body }: NewToken & { password: string }) => {
      if (password !== '') await api('POST /users/me/confirm', { body: { password } });
      return api('POST /users/me/tokens', { body });
    },
    onSuccess: refetch,
  });
}

export function useRenameToken(tokenId: string) {
  const refetch = useRefetch();
  return useMutation({
    mutationFn: (name: string) => api('PATCH /users/me/tokens/{tokenId}', { params: { tokenId }, body: { name } }),
    onSuccess: refetch,
  });
}

/** The own, or as the Owner anyone's. */
export function useRevokeToken(tokenId: string, isOwn: boolean) {
  const refetch = useRefetch();
  return useMutation({
    mutationFn: () =>
      isOwn
        ? api('DELETE /users/me/tokens/{tokenId}', { params: { tokenId } })
        : api('DELETE /tokens/{tokenId}', { params: { tokenId } }),
    onSettled: refetch,
  });
}
