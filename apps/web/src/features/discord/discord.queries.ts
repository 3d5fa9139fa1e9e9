import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api/api.ts';

/** The link that adds the bot to a Discord server. */
export const inviteQuery = queryOptions({
  queryKey: ['discord', 'invite'],
  queryFn: ({ signal }) => api('GET /discord/invite', { signal }),
  staleTime: Infinity,
});
