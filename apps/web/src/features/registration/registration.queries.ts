import { queryOptions } from '@tanstack/react-query';
import type { ReplyInput } from '@tribehall/contract';
import { api } from '../../lib/api/api.ts';

export type Invitation = ReplyInput<'GET /invitations'>[number];
export type WaitingAccount = ReplyInput<'GET /registrations'>[number];

export const invitationsQuery = queryOptions({
  queryKey: ['registration', 'invitations'],
  queryFn: ({ signal }) => api('GET /invitations', { signal }),
});

export const waitingQuery = queryOptions({
  queryKey: ['registration', 'waiting'],
  queryFn: ({ signal }) => api('GET /registrations', { signal }),
});
