import { inTransaction, type Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { record, type Actor } from '../audit/audit.service.ts';
import { publishLive } from '../events/events.service.ts';
import { foldLetters } from './letters.ts';
import type { Round } from './rounds.service.ts';
import * as store from './rounds.store.ts';
import { isDutchWord } from './words.service.ts';

/** Bus subject: a round was solved on the portal. The bot, in any process, posts it in the channel. */
export const solvedSubject = 'blokken.solved';
export type SolvedMessage = { id: string; by: string; answer: string };

/** Solves the open round of a channel; undefined where the text is not its answer. */
export async function solveInChannel(
  ctx: Ctx,
  channelId: string,
  text: string,
  by: string,
): Promise<{ round: Round; answer: string } | undefined> {
  const answer = foldLetters(text.trim());
  if (!answer) return undefined;
  const rounds = (await store.findOpen(ctx.db, ctx.clock())).filter((round) => round.channelId === channelId);
  const [open] = await findSolved(ctx, rounds, answer);
  const round = open && (await markSolved(ctx, open, by));
  return round && { round, answer };
}

/** Submits a word to all open rounds; the first one that it solves ends. */
export async function solve(ctx: Ctx, actor: Actor & { userId: string }, text: string): Promise<{ word: string }> {
  const rounds = await store.findOpen(ctx.db, ctx.clock());
  if (rounds.length === 0) throw new AppError('NOT_FOUND', 'No round of Blokken is running.');
  const answer = foldLetters(text) ?? '';
  const solvable = await findSolved(ctx, rounds, answer);
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
  throw new AppError('CONFLICT', 'Someone else was faster.');
}

async function markSolved(ctx: Ctx, { id }: Round, solvedBy: string): Promise<Round | undefined> {
  const solved = await store.solveRound(ctx.db, id, { solvedBy, now: ctx.clock() });
  if (solved) publishLive(ctx, 'blokken', 'changed', {});
  return solved;
}

/** Any Dutch word of exactly these letters is right: players cannot know which anagram was meant. */
async function findSolved(ctx: Ctx, rounds: Round[], answer: string): Promise<Round[]> {
  const same = rounds.filter(({ letters }) => sorted(letters) === sorted(answer));
  const isSolved = same.some(({ word }) => word !== answer) ? await isDutchWord(ctx, answer) : true;
  return same.filter(({ word }) => word === answer || isSolved);
}

function sorted(letters: string): string {
  return letters.split('').toSorted().join('');
}
