import type { Ctx } from '../../context.ts';
import { tooMany } from '../../errors.ts';
import { attemptWait, countAttempt, giveBackAttempt, takeAttempt } from '../sessions/attempts.service.ts';
import { countFailure, readPause, tryAttempt, uncountFailure } from '../sessions/failure-back-off.service.ts';

/**
 * Who asks for or guesses at control of which server. The tie is the linked character rather than the account: accounts
 * are free, and a character linked to one account after another gets no more attempts than one player.
 */
export type Claim = { userId: string; serverId: string; tie: string };

const ofTie = ({ serverId, tie }: Claim) => `${serverId}/${tie}`;
const ofServer = ({ serverId }: Claim) => `control/${serverId}`;

/**
 * Each tie has a quota of its own before it uses the server's shared quota, so nobody can use up the operator's. While
 * the next guess has to wait, no code is shown: it would expire unused.
 */
export async function takeCodeRequest(ctx: Ctx, claim: Claim): Promise<void> {
  await refusePaused(ctx, claim);
  await takeAttempt(ctx, 'control-code-account', claim.userId);
  const waitMs = await countAttempt(ctx, 'control-code-tie', ofTie(claim));
  if (waitMs !== undefined) await takeAttempt(ctx, 'control-code-server', claim.serverId);
}

/**
 * Counts a guess before it is compared. The first ones of each tie are exempt from the back-off, which grows with
 * everyone's wrong guesses: it slows down an attack, and the operator, who has the right code, still gets through.
 */
export async function takeGuess(ctx: Ctx, claim: Claim): Promise<void> {
  const ownWaitMs = await countAttempt(ctx, 'control-guess-tie', ofTie(claim));
  if (ownWaitMs === undefined) return countFailure(ctx, ofServer(claim));
  const pauseMs = await tryAttempt(ctx, ofServer(claim));
  if (pauseMs !== undefined) throw tooMany(Math.min(pauseMs, ownWaitMs));
}

/** The guess was right, or there was no code to compare it with. */
export async function giveBackGuess(ctx: Ctx, claim: Claim): Promise<void> {
  await giveBackAttempt(ctx, 'control-guess-tie', ofTie(claim));
  await uncountFailure(ctx, ofServer(claim));
}

async function refusePaused(ctx: Ctx, claim: Claim): Promise<void> {
  const ownWaitMs = await attemptWait(ctx, 'control-guess-tie', ofTie(claim));
  const pauseMs = ownWaitMs === undefined ? undefined : await readPause(ctx, ofServer(claim));
  if (ownWaitMs !== undefined && pauseMs !== undefined) throw tooMany(Math.min(pauseMs, ownWaitMs));
}
