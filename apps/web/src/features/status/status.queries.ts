import { queryOptions } from '@tanstack/react-query';
import type { ReplyInput } from '@tribehall/contract';
import { api } from '../../lib/api/api.ts';
import { publicMeta } from '../../lib/api/private-queries.ts';

export type Status = ReplyInput<'GET /status'>;
export type PublicServer = Status['servers'][number];

/** What everyone may see of the servers; only where the Owner has made it public. */
export const statusQuery = queryOptions({
  queryKey: ['status'],
  queryFn: ({ signal }) => api('GET /status', { signal }),
  // While the page is visible.
  refetchInterval: 20_000,
  meta: publicMeta,
});
