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

/** For Owners: whether there is a newer version. The portal asks once a day. */
export const releaseQuery = queryOptions({
  queryKey: ['release'],
  queryFn: ({ signal }) => api('GET /os/release', { signal }),
  staleTime: 60 * 60_000,
  retry: false,
});
