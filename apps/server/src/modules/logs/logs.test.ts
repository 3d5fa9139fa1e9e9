import { roles } from '@tribehall/contract';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { addTestServer } from '../../testing/test-game-servers.ts';
import { createTestUser } from '../../testing/test-users.ts';
import { liveSubject, type LiveMessage } from '../events/events.service.ts';
import { addTexts, startLogsTest, written } from './logs.fixture.ts';

const { app, get, entries, texts, add } = await startLogsTest();

const ago = (ms: number) => new Date(app.ctx.clock().getTime() - ms);
const minuteMs = 60_000;
const longAgo = { after: ago(24 * 60 * minuteMs).toISOString() };
const numbered = (count: number, word = 'line') => Array.from({ length: count }, (_, n) => `${word} ${n + 1}`);

/** The texts of the lines of one host. */
const shown = async (query = {}) =>
  (await get<string[]>('', { host: 'window', ...query })).data.map((line) => line.split(' info ')[1]);

describe('the lines of a window', () => {
  it('are all, oldest first, as plain text', async () => {
    await add(numbered(450), { host: 'many' });
    const { data } = await get<string[]>('', { host: 'many', key: 'game' });
    expect(data).toHaveLength(450);
    expect(data[0]).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z many game info line 1$/);
    expect(data.at(-1)).toMatch(/ line 450$/);
  });

  it('are those since five minutes ago, and up to a day ahead, where nothing else is asked for', async () => {
    await add(['six minutes old'], { host: 'window', at: ago(6 * minuteMs) });
    await add(['four minutes old'], { host: 'window', at: ago(4 * minuteMs) });
    await add(['half an hour ahead'], { host: 'window', at: ago(-30 * minuteMs) });
    expect(await shown()).toEqual(['four minutes old', 'half an hour ahead']);
    expect(await shown(longAgo)).toEqual(['six minutes old', 'four minutes old', 'half an hour ahead']);
    expect(await shown({ ...longAgo, before: ago(5 * minuteMs).toISOString() })).toEqual(['six minutes old']);
  });

  it('are none where nothing fits', async () => {
    expect((await get('', { host: 'nobody' })).data).toEqual([]);
    expect((await get('', { host: 'many', key: 'nothing' })).data).toEqual([]);
  });

  it('cannot begin after their end', async () => {
    const reply = await get('', { after: ago(0).toISOString(), before: ago(1000).toISOString() });
    expect(reply).toMatchObject({ status: 400, code: 'BAD_REQUEST', details: { fields: [{ field: 'after' }] } });
  });

  it('of the year 0, which there was not, are refused', async () => {
    const reply = await get('', { after: '0000-01-01T00:00:00Z' });
    expect(reply.status).toBe(400);
  });
});

describe('entries', () => {
  it('are found by host, part and level', async () => {
    await add(['a'], { host: 'filters', key: 'game', level: 'debug' });
    await add(['b'], { host: 'filters', key: 'game', level: 'warn' });
    await add(['c'], { host: 'filters', key: 'chat', level: 'error' });
    expect(await texts({ host: 'filters' })).toEqual(['a', 'b', 'c']);
    expect(await texts({ host: 'filters', key: 'game' })).toEqual(['a', 'b']);
    expect(await texts({ host: 'filters', level: 'warn' })).toEqual(['b', 'c']);
    expect(await texts({ host: 'filters', key: 'chat', level: 'error' })).toEqual(['c']);
  });

  it('are read backwards with until, as far as there are any', async () => {
    await add(numbered(900), { host: 'back' });
    const last = await entries({ host: 'back' });
    expect(last).toMatchObject({ hasMore: true, skipped: 0 });
    const middle = await entries({ host: 'back', until: last.entries[0]?.id ?? '' });
    const first = await entries({ host: 'back', until: middle.entries[0]?.id ?? '' });
    expect(first.hasMore).toBe(false);
    expect([first, middle, last].flatMap((page) => page.entries.map(({ text }) => text))).toEqual(numbered(900));
    expect(await entries({ host: 'back', until: '999999999999999999' })).toMatchObject({ entries: [], hasMore: false });
  });

  it('report how many new ones do not fit into the reply', async () => {
    await add(['first'], { host: 'follow' });
    const seen = (await entries({ host: 'follow' })).entries[0]?.id ?? '';
    await add(numbered(3), { host: 'follow' });
    expect(await entries({ host: 'follow', seen })).toMatchObject({ hasMore: false, skipped: 0 });
    await add(numbered(700), { host: 'follow' });
    expect(await entries({ host: 'follow', seen })).toMatchObject({ hasMore: true, skipped: 303 });
    expect(await entries({ host: 'follow', seen, search: 'line' })).toMatchObject({ hasMore: true, skipped: 303 });
    expect(await entries({ host: 'follow', seen: '999999999999999999' })).toMatchObject({ skipped: null });
  });

  it('of one moment preserve the order they came in', async () => {
    const at = ago(1000);
    addTexts(app, ['one'], { host: 'moment', at });
    addTexts(app, ['two'], { host: 'moment', key: 'chat', at });
    addTexts(app, ['three'], { host: 'moment', at });
    await written(app);
    expect(await texts({ host: 'moment' })).toEqual(['one', 'two', 'three']);
    expect(await texts({ host: 'moment', search: 'o' })).toEqual(['one', 'two']);
  });

  it('with a time that cannot be get the time they came', async () => {
    await add(['ancient'], { host: 'absurd', at: new Date(0) });
    await add(['of the future'], { host: 'absurd', at: ago(-2 * 60 * minuteMs) });
    await add(['of no time'], { host: 'absurd', at: new Date(Number.NaN) });
    expect(await texts({ host: 'absurd', before: ago(-1000).toISOString() })).toEqual([
      'ancient',
      'of the future',
      'of no time',
    ]);
  });

  it('are published live, with their hosts', async () => {
    const hosts = new Set<string>();
    onTestFinished(
      app.ctx.bus.subscribe(liveSubject, (data) => {
        const message = data as LiveMessage;
        if (message.topic === 'logs') for (const host of (message.data as { hosts: string[] }).hosts) hosts.add(host);
      }),
    );
    await add(['news'], { host: 'live' });
    await vi.waitFor(() => expect([...hosts]).toEqual(expect.arrayContaining(['live', 'marker'])));
  });
});

describe('sources', () => {
  it('are all hosts with their parts; a game server has the name it has now', async () => {
    const server = await addTestServer(app, { name: 'The Island' });
    await add(['x'], { host: server.id, key: 'game' });
    await add(['x'], { host: server.id, key: 'chat' });
    await app.ctx.db.execute(`update servers set name = 'The Center' where id = '${server.id}'`);
    const { data } = await get<{ host: string }[]>('/sources');
    expect(data.find(({ host }) => host === server.id)).toEqual({
      host: server.id,
      label: 'The Center',
      keys: ['chat', 'game'],
    });
  });
});

describe('the portal and its parts', () => {
  it('are in the logs themselves', async () => {
    app.ctx.log.warn({ err: new Error('of a test'), url: 'http://x.test/a' }, 'Something is wrong');
    app.ctx.log.child({ part: 'agents' }).info('A message of a part');
    app.ctx.log.child({ host: 'bot', part: 'music' }).error('No music');
    await written(app);
    const [line] = (await get<string[]>('', { host: 'portal', key: 'portal' })).data.filter((text) =>
      text.includes('Something is wrong'),
    );
    expect(line).toMatch(
      / portal portal warn Something is wrong url=http:\/\/x\.test\/a · Error: of a test at .+test\.ts/,
    );
    const { data } = await get('/sources');
    expect(data).toEqual(expect.arrayContaining([{ host: 'bot', label: 'Bot', keys: ['music'] }]));
    expect(data).toContainEqual(expect.objectContaining({ host: 'portal', label: 'Portal' }));
    expect(await texts({ host: 'portal', key: 'agents', search: 'A message of a part' })).toHaveLength(1);
    expect((await entries({ host: 'bot', key: 'music' })).entries).toMatchObject([
      { level: 'error', text: 'No music' },
    ]);
  });
});

it.each([
  ['an Admin', [roles.Admin]],
  ['a member', []],
])('refuses %s on every call', async (_, given) => {
  const { headers } = await createTestUser(app, { roles: given });
  for (const path of ['', '/sources', '/entries', '/download']) {
    expect(await get(path, {}, headers)).toMatchObject({ status: 403, code: 'FORBIDDEN' });
    expect(await get(path, {}, {})).toMatchObject({ status: 401 });
  }
});

it.each<[field: string, wrong: string]>([
  ['before', 'x'],
  ['after', '2026-13-01T00:00:00Z'],
  ['host', ''],
  ['host', 'x'.repeat(200)],
  ['host', 'a\0b'],
  ['search', 'a\0b'],
  ['search', ''],
  ['search', 'x'.repeat(10_000)],
  ['level', 'fatal'],
  ['seen', '1e9'],
  ['until', '-1'],
])('refuses a wrong %s and says so', async (field, wrong) => {
  const reply = await get('/entries', { [field]: wrong });
  expect(reply).toMatchObject({ status: 400, details: { fields: [{ field }] } });
});
