import type { ReplyInput } from '@tribehall/contract';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api/api.ts';

export type Home = ReplyInput<'GET /home'>;
export type Character = Home['characters'][number];
export type Away = NonNullable<Home['away']>;
export type Attention = NonNullable<Home['attention']>;

/** There is no live topic for all of it. */
const refetchMs = 30_000;

export const homeQuery = queryOptions({
  queryKey: ['home'],
  queryFn: ({ signal }) => api('GET /home', { signal }),
  refetchInterval: refetchMs,
});
