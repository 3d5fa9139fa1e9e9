import type { ReplyInput } from '@tribehall/contract';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../lib/api/api.ts';

export type PlayerNotes = ReplyInput<'GET /ark/players/{playerId}/notes'>;
export type Note = PlayerNotes['notes'][number];

/** The notes about every player. */
export const notesKey = ['people', 'notes'] as const;

/** What Admins have written about a player, and the flags; only Admins may read it. */
export function notesQuery(playerId: string) {
  return queryOptions({
    queryKey: [...notesKey, playerId],
    queryFn: ({ signal }) => api('GET /ark/players/{playerId}/notes', { params: { playerId }, signal }),
  });
}
