import * as z from 'zod';
import { defineRoutes } from '../route.ts';
import { idParams, isoDate } from '../shared/schemas.ts';
import { journalEntry } from './people.contract.ts';

export const serverEventsRoutes = defineRoutes({
  'GET /ark/servers/{id}/events': {
    summary: 'What happened on a server lately, newest first, as far as the caller may see it',
    right: 'user',
    scope: 'read',
    params: idParams,
    reply: z.object({
      entries: z.array(journalEntry),
      /** False where the caller sees only when the server was up: what players did is for its admins. */
      isHistoryVisible: z.boolean(),
      /** When the game last said that it saved the world; null if not in the last days. */
      savedAt: isoDate.nullable(),
    }),
  },
});
