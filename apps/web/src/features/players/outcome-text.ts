import type { ReplyInput } from '@tribehall/contract';

type Outcome = ReplyInput<'POST /ark/servers/{id}/players/{playerId}/kill'>['outcome'];

/** Whether the game has shown the effect of an order; follows what was ordered. */
export const outcomeTexts = {
  confirmed: 'confirmed, seen in the game.',
  sent: 'sent, not seen in the game yet.',
} as const satisfies Record<Outcome, string>;
