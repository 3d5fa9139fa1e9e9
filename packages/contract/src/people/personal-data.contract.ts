import * as z from 'zod';
import { defineRoutes } from '../route.ts';
import { playerId } from '../shared/schemas.ts';

const params = z.object({ playerId });

/** How many rows were erased, by what they were. */
const erased = z.object({
  events: z.number().int(),
  /** Events of others in which the person is not named any more. */
  mentions: z.number().int(),
  sessions: z.number().int(),
  names: z.number().int(),
  chatMessages: z.number().int(),
  mails: z.number().int(),
  /** Those the person made in the game, and those about the person. */
  reports: z.number().int(),
  notes: z.number().int(),
  sanctions: z.number().int(),
  links: z.number().int(),
});

export const personalDataRoutes = defineRoutes({
  'GET /ark/players/{playerId}/export': {
    summary: 'Everything that is stored about a person, as JSON',
    right: 'owner',
    scope: 'none',
    params,
    reply: 'raw',
  },
  'DELETE /ark/players/{playerId}': {
    summary: 'Erase what is stored about a person; bans, the audit and the saves of the game stay',
    right: 'owner',
    scope: 'none',
    params,
    reply: erased,
  },
});
