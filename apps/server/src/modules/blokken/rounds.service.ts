import { randomInt, randomUUID } from 'node:crypto';
import type { ReplyOutput } from '@tribehall/contract';
import type { Ctx } from '../../context.ts';
import { violatedIndex } from '../../db/db.ts';
import { AppError } from '../../errors.ts';
import { publishLive } from '../events/events.service.ts';
import { roundWords } from './round-words.ts';
import * as store from './rounds.store.ts';

export type Round = store.RoundRow;

const roundMs = 3 * 60_000;

/** Starts a round with the shuffled letters of a word. One round per channel at a time. */
export async function startRound(ctx: Ctx, channel: { guildId: string; channelId: string }): Promise<Round> {
  const word = roundWords[randomInt(roundWords.length)] ?? '';
  const startedAt = ctx.clock();
  const endsAt = new Date(startedAt.getTime() + roundMs);
  const round = { ...channel, id: randomUUID(), word, letters: shuffle(word), startedAt, endsAt };
  try {
    const started = await store.insertRound(ctx.db, round);
    publishLive(ctx, 'blokken', 'changed', {});
    return started;
  } catch (error) {
    if (violatedIndex(error) !== 'blokken_rounds_running') throw error;
    throw new AppError('CONFLICT', 'A round is already running in this channel.', undefined, error);
  }
}

/** The open rounds, without their words. */
export async function listRounds(ctx: Ctx): Promise<ReplyOutput<'GET /blokkensolver/rounds'>> {
  const rounds = await store.findOpen(ctx.db, ctx.clock());
  return rounds.map(({ id, letters, startedAt, endsAt }) => ({ id, letters, startedAt, endsAt }));
}

/** Rounds that have not ended, also where their time is up: the bot has not posted the word yet. */
export function readRunningRounds(ctx: Ctx): Promise<Round[]> {
  return store.findNotEnded(ctx.db);
}

/** Ends a round whose time is up; undefined where it has ended already. */
export async function endRound(ctx: Ctx, id: string): Promise<Round | undefined> {
  const ended = await store.endRound(ctx.db, id, ctx.clock());
  if (ended) publishLive(ctx, 'blokken', 'changed', {});
  return ended;
}

/** Never returns the word itself. */
function shuffle(word: string): string {
  const letters = word.split('');
  for (let last = letters.length - 1; last > 0; last -= 1) {
    const other = randomInt(last + 1);
    [letters[last], letters[other]] = [letters[other] ?? '', letters[last] ?? ''];
  }
  const shuffled = letters.join('');
  return shuffled === word ? shuffle(word) : shuffled;
}
