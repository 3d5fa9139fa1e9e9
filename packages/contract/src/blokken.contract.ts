import * as z from 'zod';
import { defineRoutes } from './route.ts';

export const blokkenRoutes = defineRoutes({
  'GET /blokkensolver/words': {
    summary: 'Every word that can be made of the characters, longest first',
    right: 'owner',
    query: z.object({ characters: z.string().trim().min(1).max(32) }),
    reply: z.array(z.string()),
  },
  'POST /blokkensolver/solve': {
    summary: 'Hand in the solution of the running round',
    right: 'owner',
    body: z.object({ word: z.string().trim().min(1).max(64) }),
    reply: z.object({ word: z.string() }),
  },
});
