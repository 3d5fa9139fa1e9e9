import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api/api.ts';
import { publicMeta } from '../../lib/api/private-queries.ts';

/** The operator's settings; they change only with a restart. */
export const siteQuery = queryOptions({
  queryKey: ['site'],
  queryFn: ({ signal }) => api('GET /site', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
  meta: publicMeta,
});
