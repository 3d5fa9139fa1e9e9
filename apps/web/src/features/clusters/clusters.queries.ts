import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

export const clustersQuery = queryOptions({
  queryKey: ['clusters', 'list'],
  queryFn: ({ signal }) => api('GET /ark/clusters', { signal }),
});
