import { queryOptions } from '@tanstack/react-query';
import type { ReplyInput } from '@tribehall/contract';
import { api } from '../../lib/api/api.ts';
import { publicMeta } from '../../lib/api/private-queries.ts';

export type Site = ReplyInput<'GET /site'>;

/** The operator's settings and those of the Owner; both change rarely. */
export const siteQuery = queryOptions({
  queryKey: ['site'],
  queryFn: ({ signal }) => api('GET /site', { signal }),
  staleTime: 60_000,
  meta: publicMeta,
});
