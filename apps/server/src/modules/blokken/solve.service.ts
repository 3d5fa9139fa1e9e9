import { inTransaction, type Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { record, type Actor } from '../audit/audit.service.ts';
import { publishLive } from '../events/events.service.ts';
import { foldLetters } from './letters.ts';
import type { Round } from './rounds.service.ts';
import * as store from './rounds.store.ts';
import { isDutchWord } from './words.service.ts';

/** Solved at the portal: the bot, wherever it runs, tells the channel. */
export const solvedSubject = 'blokken.solved';
export type SolvedMessage = { id: string; by: string; answer: string };

/** The round in this channel and the answer, where this text solves it. */
export async function solveInChannel(
  ctx: Ctx,
  channelId: string,
  text: string,
  by: string,
): Promise<{ round: Round; answer: string } | undefined> {
  const answer = foldLetters(text.trim());
  if (!answer) return undefined;
  const rounds = (await store.findOpen(ctx.db, ctx.clock())).filter((round) => round.channelId === channelId);
  const [open] = await whereSolved(rounds, answer);
  const round = open && (await markSolved(ctx, open, by));
  return round && { round, answer };
}

/** Hands a word in to the rounds that run; the first that it solves ends. */
export async function solve(ctx: Ctx, actor: Actor & { userId: string }, text: string): Promise<{ word: string }> {
  const rounds = await store.findOpen(ctx.db, ctx.clock());
  if (rounds.length === 0) throw new AppError('NOT_FOUND', 'No round of Blokken runs right now.');
  const answer = foldLetters(text) ?? '';
  const solvable = await whereSolved(rounds, answer);
  if (solvable.length === 0) throw new AppError('CONFLICT', 'This is not the word.');
  for (const round of solvable) {
    const solved = await inTransaction(ctx, async (ctx) => {
      const solved = await markSolved(ctx, round, actor.userId);
      if (!solved) return undefined;
      const message: SolvedMessage = { id: round.id, by: actor.username, answer };
      ctx.bus.publish(solvedSubject, message);
      const details = { round: round.id, guild: round.guildId, channel: round.channelId };
      await record(ctx, actor, { action: 'blokken.solve', target: round.word, outcome: 'done', details });
      return solved;
    });
    if (solved) return { word: solved.word };
  }
  throw new AppError('CONFLICT', 'Somebody else was faster.');
}

async function markSolved(ctx: Ctx, { id }: Round, solvedBy: string): Promise<Round | undefined> {
  const solved = await store.solveRound(ctx.db, id, { solvedBy, now: ctx.clock() });
  if (solved) publishLive(ctx, 'blokken', 'changed', {});
  return solved;
}

/** Any Dutch word of exactly these letters is right: whoever sees the letters cannot know which one was meant. */
async function whereSolved(rounds: Round[], answer: string): Promise<Round[]> {
  const same = rounds.filter(({ letters }) => sorted(letters) === sorted(answer));
  const isSolved = same.some(({ word }) => word !== answer) ? await isDutchWord(answer) : true;
  return same.filter(({ word }) => word === answer || isSolved);
}

function sorted(letters: string): string {
  return letters.split('').toSorted().join('');
}
