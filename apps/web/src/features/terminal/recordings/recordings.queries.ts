import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { ReplyInput } from '@tribehall/contract';
import { api, apiBody } from '../../../lib/api/api.ts';

export type Recording = ReplyInput<'GET /terminal/recordings'>['recordings'][number];

/** Newest first. */
export const recordingsQuery = infiniteQueryOptions({
  queryKey: ['terminal', 'recordings'],
  queryFn: ({ pageParam, signal }) =>
    api('GET /terminal/recordings', { query: pageParam === undefined ? {} : { before: pageParam }, signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page) => (page.hasMore ? page.recordings.at(-1)?.id : undefined),
});

/** The file as text. Each reading is audited, so it is read once. */
export function castQuery(id: string) {
  return queryOptions({
    queryKey: ['terminal', 'recordings', 'cast', id],
    queryFn: async ({ signal }) =>
      new Response(await apiBody('GET /terminal/recordings/{id}', { params: { id }, signal })).text(),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
}
