import { randomInt, randomUUID } from 'node:crypto';
import type { Ctx } from '../../context.ts';
import { violatedIndex } from '../../db/db.ts';
import { AppError } from '../../errors.ts';
import { roundWords } from './round-words.ts';
import * as store from './rounds.store.ts';

export type Round = store.RoundRow;

const roundMs = 3 * 60_000;

/** Starts a round: the letters of a word, shuffled. One runs in a channel at a time. */
export async function startRound(ctx: Ctx, place: { guildId: string; channelId: string }): Promise<Round> {
  const word = roundWords[randomInt(roundWords.length)] ?? '';
  const startedAt = ctx.clock();
  const endsAt = new Date(startedAt.getTime() + roundMs);
  const round = { ...place, id: randomUUID(), word, letters: shuffle(word), startedAt, endsAt };
  try {
    return await store.insertRound(ctx.db, round);
  } catch (error) {
    if (violatedIndex(error) !== 'blokken_rounds_running') throw error;
    throw new AppError('CONFLICT', 'A round runs in this channel already.', undefined, error);
  }
}

/** Those that have not ended, also where their time is up: nobody has told the word yet. */
export function readRunningRounds(ctx: Ctx): Promise<Round[]> {
  return store.findRunning(ctx.db);
}

/** The round that this text solves; undefined where it solves none. */
export async function solveRound(ctx: Ctx, channelId: string, text: string, by: string): Promise<Round | undefined> {
  const word = text.trim().toLowerCase();
  if (!/^[a-z]{1,32}$/.test(word)) return undefined;
  return store.solveRound(ctx.db, { channelId, word }, { solvedBy: by, now: ctx.clock() });
}

/** Ends a round whose time is up; undefined where it has ended already. */
export async function endRound(ctx: Ctx, id: string): Promise<Round | undefined> {
  return store.endRound(ctx.db, id, ctx.clock());
}

/** Not the word itself. */
function shuffle(word: string): string {
  const letters = word.split('');
  for (let last = letters.length - 1; last > 0; last -= 1) {
    const other = randomInt(last + 1);
    [letters[last], letters[other]] = [letters[other] ?? '', letters[last] ?? ''];
  }
  const shuffled = letters.join('');
  return shuffled === word ? shuffle(word) : shuffled;
}
