import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

export const serversQuery = queryOptions({
  queryKey: ['servers', 'list'],
  queryFn: ({ signal }) => api('GET /ark/servers', { signal }),
});
