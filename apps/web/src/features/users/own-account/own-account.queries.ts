import type { PartInput, ReplyInput } from '@tribehall/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api/api.ts';
import { dropPrivateQueries } from '../../../lib/api/private-queries.ts';
import { session } from '../../../lib/api/session.ts';
import { meQuery } from '../users.queries.ts';

export type OwnSession = ReplyInput<'GET /users/me/sessions'>[number];

export const ownSessionsQuery = queryOptions({
  queryKey: ['users', 'me', 'sessions'],
  queryFn: ({ signal }) => api('GET /users/me/sessions', { signal }),
});

export function useEndOwnSession() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (sessionId: string) => api('DELETE /users/me/sessions/{sessionId}', { params: { sessionId } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ownSessionsQuery.queryKey }),
  });
}

export function useEndOtherSessions() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ revokeTokens }: { revokeTokens: boolean }) =>
      api('DELETE /users/me/sessions', { query: { which: 'others', ...(revokeTokens && { tokens: 'revoke' }) } }),
    // With the tokens, more than the list of sessions has changed.
    onSettled: (_data, _error, { revokeTokens }) =>
      queryClient.invalidateQueries(revokeTokens ? {} : { queryKey: ownSessionsQuery.queryKey }),
  });
}

export function useChangeProfile() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: PartInput<'PUT /users/me', 'body'>) => api('PUT /users/me', { body }),
    onSuccess: (user) => queryClient.setQueryData(meQuery.queryKey, user),
  });
}

/** Nothing of the user remains in this browser, either. */
export function useDeleteAccount(onDeleted: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: PartInput<'DELETE /users/me', 'body'>) => api('DELETE /users/me', { body }),
    onSuccess: () => {
      session.end();
      dropPrivateQueries(queryClient);
      onDeleted();
    },
  });
}

export function useCreateResetLink() {
  return useMutation({
    mutationFn: (username: string) => api('POST /users/password-reset/links', { body: { username } }),
  });
}

export function useRequestReset() {
  return useMutation({
    mutationFn: (email: string) => api('POST /users/password-reset', { body: { email } }),
  });
}

export function useResetPassword() {
  return useMutation({
    mutationFn: (body: PartInput<'POST /users/password-reset/confirm', 'body'>) =>
      api('POST /users/password-reset/confirm', { body }),
  });
}
