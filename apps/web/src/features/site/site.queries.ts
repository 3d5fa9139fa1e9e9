import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api/api.ts';
import { publicMeta } from '../../lib/api/private-queries.ts';

/** Settings of the operator; they change with a restart. */
export const siteQuery = queryOptions({
  queryKey: ['site'],
  queryFn: ({ signal }) => api('GET /site', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
  meta: publicMeta,
});
