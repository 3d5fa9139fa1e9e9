import type { ReplyInput } from '@tribehall/contract';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api/api.ts';

export type Factors = ReplyInput<'GET /users/me/factors'>;
export type Passkey = Factors['passkeys'][number];

export const factorsQuery = queryOptions({
  queryKey: ['users', 'me', 'factors'],
  queryFn: ({ signal }) => api('GET /users/me/factors', { signal }),
});
