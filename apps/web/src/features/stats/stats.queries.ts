import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api/api.ts';
import { publicMeta } from '../../lib/api/private-queries.ts';

export const statsQuery = queryOptions({
  queryKey: ['stats'],
  queryFn: ({ signal }) => api('GET /ark/stats', { signal }),
  meta: publicMeta,
});
