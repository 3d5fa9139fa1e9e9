import * as z from 'zod';
import { defineRoutes } from '../route.ts';
import { id, isoDate, nothing, playerId } from '../shared/schemas.ts';
import { defineTopics } from '../shared/topic.ts';

/** `watch`: Admins are notified when the player joins. */
export const playerFlags = ['watch', 'trusted'] as const;
export type PlayerFlag = (typeof playerFlags)[number];

const playerParams = z.object({ playerId });
const noteParams = z.object({ playerId, noteId: id });
const noteBody = z.object({
  text: z
    .string()
    .trim()
    .max(4000)
    .regex(/[^\p{C}\p{Z}]/u, 'Enter a text.')
    .regex(/^[^\0\p{Cs}]*$/u, 'NUL characters and broken characters are not allowed.'),
});

const note = z.object({
  id,
  text: z.string(),
  author: z.string(),
  createdAt: isoDate,
  edited: z.object({ by: z.string(), at: isoDate }).nullable(),
  /** Earlier texts, the newest first. */
  versions: z.array(z.object({ text: z.string(), author: z.string(), at: isoDate })),
});

const flags = z.array(z.object({ flag: z.enum(playerFlags), setBy: z.string(), setAt: isoDate }));

export const notesRoutes = defineRoutes({
  'GET /ark/players/{playerId}/notes': {
    summary: 'What Admins have written about a player, newest first, and the flags they have set',
    right: 'admin',
    scope: 'moderation',
    params: playerParams,
    reply: z.object({ notes: z.array(note), flags }),
  },
  'POST /ark/players/{playerId}/notes': {
    summary: 'Add a note about a player',
    right: 'admin',
    scope: 'moderation',
    params: playerParams,
    body: noteBody,
    reply: note,
  },
  'PUT /ark/players/{playerId}/notes/{noteId}': {
    summary: 'Edit a note; the earlier text is kept',
    right: 'admin',
    scope: 'moderation',
    params: noteParams,
    body: noteBody,
    reply: note,
  },
  'DELETE /ark/players/{playerId}/notes/{noteId}': {
    summary: 'Remove a note; it can be restored',
    right: 'admin',
    scope: 'moderation',
    params: noteParams,
    reply: nothing,
  },
  'POST /ark/players/{playerId}/notes/{noteId}/restore': {
    summary: 'Restore a note that was removed',
    right: 'admin',
    scope: 'moderation',
    params: noteParams,
    reply: note,
  },
  'PUT /ark/players/{playerId}/flags': {
    summary: 'Set or clear flags of a player; those that are not named stay as they are',
    right: 'admin',
    scope: 'moderation',
    params: playerParams,
    body: z.object({ watch: z.boolean().optional(), trusted: z.boolean().optional() }),
    reply: z.object({ flags }),
  },
});

const watched = z.array(playerId);

export const notesTopics = defineTopics({
  /** The players who are watched, and that one of them has joined. */
  'players.watched': {
    right: 'admin',
    scope: 'moderation',
    isKeyed: false,
    snapshot: watched,
    events: {
      changed: watched,
      joined: z.object({ playerId, name: z.string(), server: z.object({ id, name: z.string() }), at: isoDate }),
    },
  },
});
