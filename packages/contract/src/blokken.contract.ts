import * as z from 'zod';
import { defineRoutes } from './route.ts';
import { isoDate, nothing } from './shared/schemas.ts';
import { defineTopics } from './shared/topic.ts';

export const blokkenLimits = { words: 2_000, characters: 32 } as const;

export const blokkenRoutes = defineRoutes({
  'GET /blokkensolver/words': {
    summary: 'All words that can be made of the characters, longest first; ? is any letter',
    right: 'owner',
    scope: 'none',
    query: z.object({
      characters: z
        .string()
        .trim()
        .min(1)
        .max(blokkenLimits.characters, `At most ${blokkenLimits.characters} characters.`),
    }),
    reply: z.array(z.string()),
  },
  'POST /blokkensolver/solve': {
    summary: 'Submit the solution of the running round',
    right: 'owner',
    scope: 'none',
    body: z.object({ word: z.string().trim().min(1).max(64) }),
    reply: z.object({ word: z.string() }),
  },
  'GET /blokkensolver/rounds': {
    summary: 'Running rounds, newest first, without their words',
    right: 'owner',
    scope: 'none',
    reply: z.array(z.object({ id: z.string(), letters: z.string(), startedAt: isoDate, endsAt: isoDate })),
  },
});

export const blokkenTopics = defineTopics({
  /** Rounds of Blokken started or ended. */
  blokken: { right: 'owner', scope: 'none', isKeyed: false, snapshot: nothing, events: { changed: nothing } },
});
