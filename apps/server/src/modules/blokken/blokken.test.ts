import { roles } from '@tribehall/contract';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { blokkenRounds } from '../../db/tables/blokken.table.ts';
import { createTestApp } from '../../testing/test-app.ts';
import { createTestUser } from '../../testing/test-users.ts';
import { list } from '../audit/audit.service.ts';
import { liveSubject } from '../events/events.service.ts';
import { endRound, startRound } from './rounds.service.ts';
import { solvedSubject, solveInChannel } from './solve.service.ts';

const app = await createTestApp();
const { ctx } = app;
const owner = await createTestUser(app, { roles: [roles.Owner] });

async function get(path: string) {
  const reply = await app.http.inject({ url: `/api/blokkensolver/${path}`, headers: owner.headers });
  return reply.json<{ status: number; code?: string; error?: string; details?: unknown; data: unknown }>();
}
const words = (characters: string) => get(`words?characters=${encodeURIComponent(characters)}`);
async function solve(word: string) {
  const reply = await app.http.inject({
    method: 'POST',
    url: '/api/blokkensolver/solve',
    headers: owner.headers,
    payload: { word },
  });
  return reply.json<{ status: number; code?: string; error?: string; data?: { word: string } }>();
}

let channels = 0;
/** A round of this word, in a channel of its own. */
async function play(word: string): Promise<{ id: string; channelId: string }> {
  channels += 1;
  const round = await startRound(ctx, { guildId: '1', channelId: String(channels) });
  const letters = word.split('').toReversed().join('');
  await ctx.db.update(blokkenRounds).set({ word, letters }).where(eq(blokkenRounds.id, round.id));
  return round;
}
const readRounds = () => ctx.db.select().from(blokkenRounds);

const published: unknown[] = [];
const live: string[] = [];
ctx.bus.subscribe(solvedSubject, (message) => void published.push(message));
ctx.bus.subscribe(liveSubject, (message) => void live.push((message as { topic: string }).topic));
const changes = () => live.filter((topic) => topic === 'blokken').length;

beforeEach(async () => {
  await ctx.db.delete(blokkenRounds);
  published.length = 0;
  live.length = 0;
});

describe('the words', () => {
  it('are those that can be made of the characters, the longest first', async () => {
    const { data } = await words('kraan');
    expect(data).toEqual(expect.arrayContaining(['kraan', 'naar', 'rank', 'kar']));
    const lengths = (data as string[]).map((word) => word.length);
    expect(lengths).toEqual(lengths.toSorted((a, b) => b - a));
    expect((await words('kr??n')).data).toContain('kroon');
    expect((await words('xqz')).data).toEqual([]);
  });

  it('do not mind capitals, accents and spaces', async () => {
    const plain = await words('geinteresseerd');
    expect(await words(' GEÏNTER esseerd ')).toEqual(plain);
    expect(plain.data).toContain('geinteresseerd');
  });

  it.each(['abc1', 'a-b', 'a*', '日本', "l'eau", 'ß', 'a\u0000b', 'a%'])(
    'refuse %j and name the field',
    async (characters) => {
      expect(await words(characters)).toMatchObject({
        status: 400,
        code: 'BAD_REQUEST',
        details: { fields: [{ field: 'characters' }] },
      });
    },
  );

  it('refuse no characters, and more than 32', async () => {
    expect(await words('')).toMatchObject({ status: 400, details: { fields: [{ field: 'characters' }] } });
    expect(await words('a'.repeat(33))).toMatchObject({ status: 400 });
    expect(await words('a'.repeat(32))).toMatchObject({ status: 200 });
  });

  it('say how many there are where they are too many, or -1 where they are too many to count', async () => {
    const many = await words('????');
    expect(many).toMatchObject({ status: 413, code: 'PAYLOAD_TOO_LARGE' });
    expect(many.error).toBe('These characters make too many words. Enter fewer of them.');
    const { found } = many.details as { found: number };
    expect(found).toBeGreaterThan(2000);
    expect((await words('?'.repeat(32))).details).toEqual({ found: -1 });
  });
});

describe('the rounds', () => {
  it('that run are listed newest first, never with their word', async () => {
    const [first, second] = [await play('appelboom'), await play('zeehond')];
    const { data } = await get('rounds');
    expect(data).toMatchObject([{ id: second.id }, { id: first.id }]);
    expect(JSON.stringify(data)).not.toContain('"word"');
    expect(changes()).toBe(2);
    await endRound(ctx, second.id);
    expect(changes()).toBe(3);
    app.passMs(3 * 60_000);
    expect((await get('rounds')).data).toEqual([]);
  });
});

describe('a solution', () => {
  it('is refused where no round runs, also where its time is up', async () => {
    expect(await solve('zeehond')).toMatchObject({ status: 404, code: 'NOT_FOUND' });
    await play('zeehond');
    app.passMs(3 * 60_000);
    expect(await solve('zeehond')).toMatchObject({ status: 404, error: 'No round of Blokken is running.' });
  });

  it.each(['zeehonden', 'hond', 'zeehon', 'doozehne', 'zee hond', '1234567'])(
    'that is wrong (%s) is refused',
    async (word) => {
      await play('zeehond');
      expect(await solve(word)).toMatchObject({ status: 409, code: 'CONFLICT', error: 'This is not the word.' });
      expect((await readRounds())[0]).toMatchObject({ endedAt: null, solvedBy: null });
      expect(published).toEqual([]);
    },
  );

  it('that is right ends its round and no other, and is published and audited', async () => {
    const [other, round] = [await play('appelboom'), await play('zeehond')];
    expect(await solve('ZEEHOND')).toMatchObject({ status: 200, data: { word: 'zeehond' } });
    const rows = await readRounds();
    expect(rows.find(({ id }) => id === round.id)).toMatchObject({ solvedBy: owner.id, endedAt: expect.any(Date) });
    expect(rows.find(({ id }) => id === other.id)).toMatchObject({ solvedBy: null, endedAt: null });
    expect(published).toEqual([{ id: round.id, by: owner.username, answer: 'zeehond' }]);
    expect(changes()).toBe(3);
    const { entries } = await list(ctx, { action: 'blokken.solve' });
    expect(entries[0]).toMatchObject({ actor: owner.username, target: 'zeehond', details: { round: round.id } });
  });

  it('of two that come at once, one wins', async () => {
    await play('zeehond');
    const replies = await Promise.all([solve('zeehond'), solve('zeehond'), solve('zeehond'), solve('zeehond')]);
    const refused = replies.filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(3);
    expect(refused.every(({ status }) => status === 409 || status === 404)).toBe(true);
    expect(published).toHaveLength(1);
  });

  it('may be another Dutch word of the same letters, but not just any order of them', async () => {
    const { channelId } = await play('wortels');
    expect(await solve('slowter')).toMatchObject({ status: 409 });
    expect(await solve('worstel')).toMatchObject({ status: 200, data: { word: 'wortels' } });
    expect(published).toMatchObject([{ answer: 'worstel' }]);
    expect(await solveInChannel(ctx, channelId, 'wortels', '7')).toBeUndefined();
  });

  it('leaves nothing for the end of its time', async () => {
    const { id } = await play('zeehond');
    await solve('zeehond');
    expect(await endRound(ctx, id)).toBeUndefined();
  });
});
