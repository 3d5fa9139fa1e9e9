import type { ReplyInput } from '@tribehall/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api/api.ts';

export type Round = ReplyInput<'GET /blokkensolver/rounds'>[number];

/** One query per text, so that a late reply never shows for what was typed after it. */
export function wordsQuery(characters: string) {
  return queryOptions({
    queryKey: ['blokken', 'words', characters],
    queryFn: ({ signal }) => api('GET /blokkensolver/words', { query: { characters }, signal }),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
  });
}

export const roundsQuery = queryOptions({
  queryKey: ['blokken', 'rounds'],
  queryFn: ({ signal }) => api('GET /blokkensolver/rounds', { signal }),
});
