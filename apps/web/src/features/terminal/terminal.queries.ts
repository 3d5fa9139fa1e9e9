import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api/api.ts';

export const terminalQuery = queryOptions({
  queryKey: ['terminal'],
  queryFn: ({ signal }) => api('GET /terminal', { signal }),
});
