import { describe, expect, it, onTestFinished } from 'vitest';
import { liveSubject } from '../../events/events.service.ts';
import { musicEntries, musicWork, songs } from '../../../db/tables/music.table.ts';
import { createTestUser } from '../../../testing/test-users.ts';
import { musicCalls } from '../music.fixture.ts';
import { publishQueue, changedSubject, finishEntry, readPlayback, reportPlayer } from './queue-player.service.ts';
import { watchForSilence } from './queue-change.service.ts';
import { guild, insertSong, lounge, startQueueTest } from './queue.fixture.ts';
import * as queue from './queue.service.ts';

const { app, ctx, add, addAll, titles } = await startQueueTest();
const member = await createTestUser(app, { guilds: [guild] });
const { call } = musicCalls(app);
const idle = { state: 'idle', problem: null, channelName: null } as const;

/** Every test begins with nothing in the queue. */
async function empty(): Promise<void> {
  const { current } = await queue.changeQueue(ctx, guild, { loop: 'off', volume: 100, isPaused: false });
  await queue.clearQueue(ctx, guild);
  if (current) await queue.skip(ctx, guild, current.id);
  await reportPlayer(ctx, guild, idle, { isChanged: false });
}

describe('what is heard', () => {
  it('is the first song that was added, and then one after the other', async () => {
    await empty();
    const id = await addAll('a', 'b', 'c');
    expect(await titles()).toEqual(['a', 'b', 'c']);
    await finishEntry(ctx, guild, id('a'));
    expect(await titles()).toEqual(['b', 'c']);
    await finishEntry(ctx, guild, id('a'));
    expect(await titles()).toEqual(['b', 'c']);
    await finishEntry(ctx, guild, id('b'));
    await finishEntry(ctx, guild, id('c'));
    expect(await titles()).toEqual([undefined]);
  });

  it('begins again or goes to the end where it is repeated, skipped or not', async () => {
    await empty();
    const id = await addAll('a', 'b');
    await queue.changeQueue(ctx, guild, { loop: 'one' });
    await finishEntry(ctx, guild, id('a'));
    expect(await titles()).toEqual(['a', 'b']);
    await queue.changeQueue(ctx, guild, { loop: 'all' });
    await finishEntry(ctx, guild, id('a'));
    expect(await titles()).toEqual(['b', 'a']);
    await queue.skip(ctx, guild, id('b'));
    expect(await titles()).toEqual(['a', 'b']);
    await queue.changeQueue(ctx, guild, { loop: 'one' });
    await queue.skip(ctx, guild, id('a'));
    expect(await titles()).toEqual(['b']);
  });

  it('is no song that failed, however it is repeated; its reason can be read', async () => {
    await empty();
    const id = await addAll('a', 'b');
    await queue.changeQueue(ctx, guild, { loop: 'one' });
    await finishEntry(ctx, guild, id('a'), { error: 'This video is private.' });
    const { current, entries } = await queue.readQueue(ctx);
    expect(current?.title).toBe('b');
    expect(entries).toMatchObject([{ title: 'a', state: 'failed', error: 'This video is private.' }]);
    await finishEntry(ctx, guild, id('b'), { error: 'Gone.' });
    expect((await queue.readQueue(ctx)).current).toBeNull();
    for (let i = 0; i < 25; i += 1) await finishEntry(ctx, guild, (await add(`x${i}`)).id, { error: 'Gone.' });
    expect((await queue.readQueue(ctx)).entries).toHaveLength(20);
  });

  it('is skipped once, however many press at once', async () => {
    await empty();
    const id = await addAll('a', 'b', 'c');
    await Promise.all(Array.from({ length: 8 }, () => queue.skip(ctx, guild, id('a'))));
    expect(await titles()).toEqual(['b', 'c']);
  });

  it('is not paused any more when the queue is empty', async () => {
    await empty();
    const id = await addAll('a');
    await queue.changeQueue(ctx, guild, { isPaused: true, volume: 30 });
    expect(await readPlayback(ctx, guild)).toMatchObject({ isPaused: true, volume: 30, current: { id: id('a') } });
    await queue.skip(ctx, guild, id('a'));
    expect(await readPlayback(ctx, guild)).toMatchObject({ isPaused: false, volume: 30, current: undefined });
  });
});

describe('what waits', () => {
  it('can be removed, all at once too, and comes back at its rank', async () => {
    await empty();
    const id = await addAll('a', 'b', 'c', 'd', 'e');
    await queue.removeEntry(ctx, guild, id('c'));
    expect(await titles()).toEqual(['a', 'b', 'd', 'e']);
    await expect(queue.removeEntry(ctx, guild, id('c'))).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(queue.removeEntry(ctx, guild, id('a'))).rejects.toMatchObject({ code: 'CONFLICT' });
    const { entryIds } = await queue.clearQueue(ctx, guild);
    expect(await titles()).toEqual(['a']);
    await add('f');
    await queue.restoreEntries(ctx, guild, [...entryIds, id('c'), 'nothing']);
    expect(await titles()).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
  });

  it('does not come back after ten minutes', async () => {
    await empty();
    const id = await addAll('a', 'b');
    await queue.removeEntry(ctx, guild, id('b'));
    app.passMs(10 * 60 * 1000 + 1);
    await expect(queue.restoreEntries(ctx, guild, [id('b')])).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('moves before any other one, and to the end', async () => {
    await empty();
    const id = await addAll('now', 'a', 'b', 'c');
    await queue.moveEntry(ctx, guild, id('c'), id('a'));
    expect(await titles()).toEqual(['now', 'c', 'a', 'b']);
    await queue.moveEntry(ctx, guild, id('c'), id('b'));
    expect(await titles()).toEqual(['now', 'a', 'c', 'b']);
    await queue.moveEntry(ctx, guild, id('a'), null);
    expect(await titles()).toEqual(['now', 'c', 'b', 'a']);
    await queue.moveEntry(ctx, guild, id('b'), id('b'));
    await queue.moveEntry(ctx, guild, id('b'), id('a'));
    expect(await titles()).toEqual(['now', 'c', 'b', 'a']);
    await expect(queue.moveEntry(ctx, guild, id('now'), null)).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(queue.moveEntry(ctx, guild, id('a'), 'unknown')).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  it('moves to where the other one was, if that has been removed or plays by then', async () => {
    await empty();
    const id = await addAll('now', 'a', 'b', 'c', 'd');
    await queue.removeEntry(ctx, guild, id('b'));
    await queue.moveEntry(ctx, guild, id('d'), id('b'));
    expect(await titles()).toEqual(['now', 'a', 'd', 'c']);
    await queue.skip(ctx, guild, id('now'));
    await queue.moveEntry(ctx, guild, id('c'), id('a'));
    expect(await titles()).toEqual(['a', 'c', 'd']);
    await queue.moveEntry(ctx, guild, id('d'), id('now'));
    expect(await titles()).toEqual(['a', 'd', 'c']);
  });

  it('always fits between two others', async () => {
    await empty();
    const id = await addAll('now', 'a', 'b', 'c');
    await queue.removeEntry(ctx, guild, id('a'));
    for (let i = 0; i < 40; i += 1) {
      const { entries } = await queue.readQueue(ctx);
      await add(`x${i}`);
      const last = (await queue.readQueue(ctx)).entries.at(-1)?.id ?? '';
      await queue.moveEntry(ctx, guild, last, entries[1]?.id ?? null);
      expect((await queue.readQueue(ctx)).entries.map((entry) => entry.id)).toEqual([
        entries[0]?.id,
        last,
        ...entries.slice(1).map((entry) => entry.id),
      ]);
    }
    await queue.restoreEntries(ctx, guild, [id('a')]);
    expect((await titles()).slice(0, 3)).toEqual(['now', 'a', 'b']);
  });

  it('loses and doubles nothing while many add, move, remove and skip at once', async () => {
    await empty();
    const ids = (await Promise.all(Array.from({ length: 20 }, (_, i) => add(`s${i}`)))).map((entry) => entry.id);
    const current = (await queue.readQueue(ctx)).current?.id ?? '';
    await Promise.allSettled([
      ...ids.map((id, i) => queue.moveEntry(ctx, guild, id, ids[(i * 7) % 20] ?? null)),
      queue.skip(ctx, guild, current),
      ...Array.from({ length: 5 }, (_, i) => add(`t${i}`)),
    ]);
    const { current: heard, entries } = await queue.readQueue(ctx);
    const after = [heard?.id, ...entries.map(({ id }) => id)];
    expect(after).toHaveLength(24);
    expect(new Set(after).size).toBe(24);
  });

  it('has limits, for one person and in all', async () => {
    await empty();
    const videoId = await insertSong(ctx, 'many');
    const request = (by: string) =>
      queue.addSong(ctx, { guildId: '9', videoId, channelId: lounge, requester: { discordId: by, name: by } });
    const attempts = await Promise.allSettled(Array.from({ length: 52 }, () => request('one')));
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(50);
    await expect(request('one')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    const { entryIds } = await queue.clearQueue(ctx, '9');
    await request('one');
    await request('one');
    await expect(queue.restoreEntries(ctx, '9', entryIds)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    await queue.restoreEntries(ctx, '9', entryIds.slice(0, 47));
    const entry = { guildId: '9', videoId, title: 'many', requesterName: 'x', addedAt: ctx.clock() };
    const others = Array.from({ length: 450 }, (_, i) => ({ id: `o${i}`, rank: 100 + i, requesterId: `p${i % 10}` }));
    await ctx.db.insert(musicEntries).values(others.map((other) => ({ ...entry, ...other })));
    await expect(request('another')).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('500'),
    });
    expect((await queue.readGuildQueue(ctx, '9')).entries).toHaveLength(499);
  });
});

describe('the player', () => {
  it('joins the channel of the first requester, and another one once it has disconnected', async () => {
    await empty();
    await add('a', { channelId: 'lounge' });
    await add('b', { channelId: 'afk' });
    expect((await readPlayback(ctx, guild)).channelId).toBe('lounge');
    await reportPlayer(ctx, guild, idle, { isChanged: false });
    await add('c', { channelId: 'afk' });
    expect((await readPlayback(ctx, guild)).channelId).toBe('afk');
  });

  it('is unavailable when it is silent for 15 seconds, or has reported why', async () => {
    await empty();
    const entry = await add('a');
    const position = { entryId: entry.id, positionMs: 4200 };
    const report = { state: 'playing', problem: null, channelName: 'Lounge' } as const;
    await reportPlayer(ctx, guild, report, { position, isChanged: false });
    const heard = { state: 'playing', problem: null, channel: { id: lounge, name: 'Lounge' } };
    expect(await queue.readQueue(ctx)).toMatchObject({ ...heard, current: { positionMs: 4200 } });
    app.passMs(15_500);
    const away = { state: 'unavailable', channel: null };
    expect(await queue.readQueue(ctx)).toMatchObject({ ...away, problem: 'The bot is not connected to Discord.' });
    await queue.reportProblem(ctx, guild, 'Discord refuses the token.');
    expect(await queue.readQueue(ctx)).toMatchObject({ ...away, problem: 'Discord refuses the token.' });
    await queue.reportProblem(ctx, guild, null);
    expect(await queue.readQueue(ctx)).toMatchObject({ ...away, problem: 'The bot is not connected to Discord.' });
    await reportPlayer(ctx, guild, report, { isChanged: false });
    expect(await queue.readQueue(ctx)).toMatchObject(heard);
  });

  it('is shown as gone to those who look, once, when it falls silent', async () => {
    await empty();
    const live: unknown[] = [];
    onTestFinished(ctx.bus.subscribe(liveSubject, (message) => live.push(message)));
    const look = watchForSilence(ctx);
    await look();
    app.passMs(15_500);
    await look();
    await look();
    await expect.poll(() => live).toMatchObject([{ data: { state: 'unavailable' } }]);
  });

  it('says nothing about the position of a song that is over', async () => {
    await empty();
    const id = await addAll('a', 'b');
    await queue.skip(ctx, guild, id('a'));
    const position = { entryId: id('a'), positionMs: 9000 };
    await reportPlayer(ctx, guild, idle, { position, isChanged: false });
    expect((await queue.readQueue(ctx)).current).toMatchObject({ id: id('b'), positionMs: 0 });
  });

  it('hears of every change, and the page sees it', async () => {
    await empty();
    const messages: unknown[] = [];
    const live: unknown[] = [];
    onTestFinished(ctx.bus.subscribe(changedSubject, (message) => messages.push(message)));
    onTestFinished(ctx.bus.subscribe(liveSubject, (message) => live.push(message)));
    await add('a', { guildId: '77' });
    await expect.poll(() => messages).toEqual([{ guildId: '77' }]);
    expect(live).toEqual([]);
    await publishQueue(ctx, guild);
    await expect.poll(() => live).toMatchObject([{ topic: 'music.queue', event: 'changed' }]);
  });
});

it('says how far each file is', async () => {
  await empty();
  const id = await addAll('here', 'coming', 'later');
  const { entries } = await queue.readQueue(ctx);
  const at = ctx.clock();
  const work = { kind: 'audio', state: 'running', message: '', portal: 'p', createdAt: at, updatedAt: at } as const;
  const [coming] = entries;
  await ctx.db.insert(musicWork).values([
    { id: 'w1', ...work, videoId: coming?.videoId ?? '', percent: null },
    { id: 'w2', ...work, videoId: coming?.videoId ?? '', percent: 40 },
    { id: 'w3', ...work, state: 'failed', videoId: entries[1]?.videoId ?? '', percent: 90 },
  ]);
  await ctx.db.delete(songs);
  await insertSong(ctx, 'here', (await queue.readQueue(ctx)).current?.videoId);
  const shown = await queue.readQueue(ctx);
  expect(shown.current).toMatchObject({ id: id('here'), state: 'ready' });
  expect(shown.entries).toMatchObject([
    { id: id('coming'), state: 'downloading', percent: 40 },
    { id: id('later'), state: 'waiting', percent: null },
  ]);
  await ctx.db.delete(musicWork);
});

describe('the calls', () => {
  it('are for members of the guild alone', async () => {
    const unlinked = await createTestUser(app);
    const stranger = await createTestUser(app, { guilds: ['5'] });
    const calls = [
      ['POST', '', { videoId: 'x' }],
      ['GET', '/queue'],
      ['POST', '/queue/skip', { entryId: 'x' }],
      ['DELETE', '/queue'],
      ['DELETE', '/queue/x'],
      ['POST', '/queue/restore', { entryIds: ['x'] }],
      ['POST', '/queue/x/move', { before: null }],
    ] as const;
    for (const [method, path, body] of calls) {
      expect(await call(unlinked, method, path, body)).toMatchObject({ status: 403, code: 'DISCORD_UNLINKED' });
      expect(await call(stranger, method, path, body)).toMatchObject({ status: 403 });
    }
  });

  it('add a song in the channel where the caller is, by the Discord name, hostile titles as they are', async () => {
    await empty();
    const title = `<img src=x onerror=alert(1)> ' " @everyone \u202e`;
    const videoId = await insertSong(ctx, title);
    expect(await call(member, 'POST', '', { videoId })).toMatchObject({ status: 503, code: 'BOT_OFFLINE' });
    let channel: { id: string; name: string } | null = null;
    onTestFinished(ctx.bus.respond('bot.voice', () => Promise.resolve({ channel })));
    expect(await call(member, 'POST', '', { videoId })).toMatchObject({ status: 409, code: 'NO_VOICE_CHANNEL' });
    channel = { id: '31', name: 'Lounge' };
    const added = await call<queue.QueueEntry>(member, 'POST', '', { videoId });
    expect(added).toMatchObject({
      status: 200,
      data: { title, state: 'ready', requestedBy: { name: member.username } },
    });
    expect((await readPlayback(ctx, guild)).channelId).toBe('31');
    const { id } = added.data;
    expect(await call(member, 'GET', '/queue')).toMatchObject({ data: { current: { id, title } } });
    expect(await call(member, 'POST', '/queue/skip', { entryId: id })).toMatchObject({ data: { current: null } });
    expect(await call(member, 'POST', '/queue/skip', { entryId: id })).toMatchObject({ status: 200 });
    expect(await call(member, 'DELETE', `/queue/${id}`)).toMatchObject({ status: 404 });
    expect(await call(member, 'POST', `/queue/${id}/move`, { before: 3 })).toMatchObject({ status: 400 });
    const restored = await call(member, 'POST', '/queue/restore', { entryIds: [id] });
    expect(restored).toMatchObject({ data: { current: { id } } });
  });
});

it('says that the bot is not set up where there is no token', async () => {
  const { ctx } = await startQueueTest({ DISCORD_BOT_TOKEN: '' });
  const problem = 'The bot is not set up on this portal: DISCORD_BOT_TOKEN is missing.';
  expect(await queue.readQueue(ctx)).toMatchObject({ state: 'unavailable', problem, current: null, entries: [] });
});
