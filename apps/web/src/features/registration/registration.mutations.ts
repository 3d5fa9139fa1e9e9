import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { PartInput } from '@tribehall/contract';
import { toastError, toastSuccess } from '../../components/notices/toast.tsx';
import { api } from '../../lib/api/api.ts';
import type { WaitingAccount } from './registration.queries.ts';

function useRefetch() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: ['registration'] });
}

export function useCreateInvitation() {
  const refetch = useRefetch();
  return useMutation({
    mutationFn: (body: PartInput<'POST /invitations', 'body'>) => api('POST /invitations', { body }),
    onSuccess: refetch,
  });
}

export function useRevokeInvitation() {
  const refetch = useRefetch();
  return useMutation({
    mutationFn: (id: string) => api('DELETE /invitations/{id}', { params: { id } }),
    onSuccess: () => toastSuccess('Invitation revoked.'),
    onError: toastError,
    onSettled: refetch,
  });
}

export function useApprove() {
  const refetch = useRefetch();
  return useMutation({
    mutationFn: ({ id }: WaitingAccount) => api('POST /registrations/{id}/approve', { params: { id } }),
    onSuccess: (_, { username }) => toastSuccess(`${username} can log in now.`),
    onError: toastError,
    onSettled: refetch,
  });
}

export function useDecline() {
  const refetch = useRefetch();
  return useMutation({
    mutationFn: ({ id }: WaitingAccount) => api('DELETE /registrations/{id}', { params: { id } }),
    onSettled: refetch,
  });
}
