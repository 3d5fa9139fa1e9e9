import type { Ctx } from '../../context.ts';
import { tooMany } from '../../errors.ts';
import { attemptWait, countAttempt, giveBackAttempt, takeAttempt } from '../sessions/attempts.service.ts';
import { countFailure, pauseOf, takeTurn, uncountFailure } from '../sessions/rising-pause.service.ts';

/**
 * Who asks for or guesses at control of which server. The tie is the linked character, not the account: accounts are
 * free, and one character linked to account after account gets no more than one player does.
 */
export type Claim = { userId: string; serverId: string; tie: string };

const ofTie = ({ serverId, tie }: Claim) => `${serverId}/${tie}`;
const ofServer = ({ serverId }: Claim) => `control/${serverId}`;

/**
 * Each tie has codes of its own before it takes of those that all share on the server: nobody can use up the
 * operator's. Where the next guess has to wait no code is shown, since it would end unused.
 */
export async function takeCodeRequest(ctx: Ctx, claim: Claim): Promise<void> {
  await refusePaused(ctx, claim);
  await takeAttempt(ctx, 'control-code-account', claim.userId);
  const waitMs = await countAttempt(ctx, 'control-code-tie', ofTie(claim));
  if (waitMs !== undefined) await takeAttempt(ctx, 'control-code-server', claim.serverId);
}

/**
 * Counts a guess before it is compared. The first of each tie are free of the pause, which rises with the wrong
 * guesses of all: it slows an attack down, and the operator, who has the right code, gets through it.
 */
export async function takeGuess(ctx: Ctx, claim: Claim): Promise<void> {
  const ownWaitMs = await countAttempt(ctx, 'control-guess-tie', ofTie(claim));
  if (ownWaitMs === undefined) return countFailure(ctx, ofServer(claim));
  const pauseMs = await takeTurn(ctx, ofServer(claim));
  if (pauseMs !== undefined) throw tooMany(Math.min(pauseMs, ownWaitMs));
}

/** The guess was right, or there was nothing to compare it with. */
export async function giveBackGuess(ctx: Ctx, claim: Claim): Promise<void> {
  await giveBackAttempt(ctx, 'control-guess-tie', ofTie(claim));
  await uncountFailure(ctx, ofServer(claim));
}

async function refusePaused(ctx: Ctx, claim: Claim): Promise<void> {
  const ownWaitMs = await attemptWait(ctx, 'control-guess-tie', ofTie(claim));
  const pauseMs = ownWaitMs === undefined ? undefined : await pauseOf(ctx, ofServer(claim));
  if (ownWaitMs !== undefined && pauseMs !== undefined) throw tooMany(Math.min(pauseMs, ownWaitMs));
}
