import { beforeAll, describe, expect, it, vi } from 'vitest';
import { isDeepRun } from '../../../testing/deep-run.ts';
import { startLogsTest, type Found } from '../logs.fixture.ts';

const { app, get, texts, add } = await startLogsTest();
const hourMs = 60 * 60 * 1000;
const ago = (ms: number) => new Date(app.ctx.clock().getTime() - ms);
const always = { after: ago(300 * hourMs).toISOString() };
const find = (search: string, given: Record<string, string> = {}) =>
  texts({ host: 'words', ...always, search, ...given });

await add(
  ['Alice joined this ARK!', 'Bob (Bobby): 100% of (a+b)* is here_now', 'Ärger mit Örtchen · ελλάδα', 'C:\\ARK\\Saved'],
  { host: 'words' },
);

describe('a search', () => {
  it('finds a part of a text, whatever the case', async () => {
    expect(await find('JOINED THIS')).toEqual(['Alice joined this ARK!']);
    expect(await find('ärger MIT öRT')).toEqual(['Ärger mit Örtchen · ελλάδα']);
    expect(await find('ΕΛΛ')).toHaveLength(1);
    expect(await find('nothing like it')).toEqual([]);
  });

  it('takes signs of patterns as they are', async () => {
    expect(await find('100% of (a+b)*')).toHaveLength(1);
    expect(await find('100%of')).toEqual([]);
    expect(await find('here_n')).toHaveLength(1);
    expect(await find('here-n')).toEqual([]);
    expect(await find('\\ARK\\')).toEqual(['C:\\ARK\\Saved']);
    expect(await find('ö.t')).toEqual([]);
  });

  it('with a pattern is a regular expression, whatever the case', async () => {
    expect(await find('^(alice|bob) JOINED', { isPattern: 'true' })).toEqual(['Alice joined this ARK!']);
    expect(await find('\\d+%', { isPattern: 'true' })).toHaveLength(1);
  });

  it.each(['(', '[a', 'a{2,1}', '*', '\\'])('refuses %s, which is no pattern', async (search) => {
    const reply = await get('/entries', { ...always, search, isPattern: 'true' });
    expect(reply).toMatchObject({ status: 400, code: 'BAD_REQUEST', details: { fields: [{ field: 'search' }] } });
    expect(reply.error).toContain('regular expression');
  });

  it('finds what is old and what is rare among much that is new', async () => {
    await add(['a needle of long ago'], { host: 'hay', at: ago(200 * hourMs) });
    await add(['a needle of yesterday'], { host: 'hay', at: ago(24 * hourMs) });
    await app.ctx.db.execute(`
      insert into log_entries (at, host, key, level, text)
      select now() - n * interval '1 ms', 'hay', 'game', 1, 'hay and more hay ' || n from generate_series(1, 45000) n`);
    await add(['a needle of now'], { host: 'hay', key: 'chat' });
    const all = ['a needle of long ago', 'a needle of yesterday', 'a needle of now'];
    expect(await texts({ ...always, search: 'needle' })).toEqual(all);
    expect(await texts({ ...always, search: 'n.*dle', isPattern: 'true' })).toEqual(all);
    expect(await texts({ ...always, search: 'needle', key: 'game' })).toEqual(all.slice(0, 2));
    expect(await texts({ ...always, search: 'needle', before: ago(100 * hourMs).toISOString() })).toEqual(
      all.slice(0, 1),
    );
    expect(await texts({ ...always, search: 'hay 44999' })).toEqual(['hay and more hay 44999']);
    const newest = (await get<Found>('/entries', { ...always, search: 'MORE HAY' })).data;
    expect(newest.hasMore).toBe(true);
    expect(newest.entries.map(({ text }) => text)).toEqual(
      Array.from({ length: 400 }, (_, n) => `hay and more hay ${400 - n}`),
    );
    const before = (await get<Found>('/entries', { ...always, search: 'more hay', until: newest.entries[0]?.id ?? '' }))
      .data;
    expect(before.entries.at(-1)?.text).toBe('hay and more hay 401');
  });
});

it.each([
  { search: 'a'.repeat(10_000) },
  { search: '(a+)+$'.repeat(2_000), isPattern: 'true' },
  { until: '1e999' },
  { after: '2026-02-01T00:00:00Z', before: '2026-01-01T00:00:00Z' },
])('refuses a query that asks for too much: %#', async (query) => {
  expect((await get('/entries', query)).status).toBe(400);
});

it('has pages of a length that nobody can choose', async () => {
  for (const limit of ['1000000000', '1e9', '-1']) {
    const { entries } = (await get<Found>('/entries', { ...always, limit })).data;
    expect(entries.length).toBeLessThanOrEqual(400);
  }
});

describe('a hostile pattern', () => {
  beforeAll(() => {
    // Until the limit, each keeps a core of the database busy.
    if (!isDeepRun) app.ctx.state.logs.replyWithinMs = 400;
  });

  // An odd number of letters is never twice a sum; to be sure of it takes billions of steps.
  const endless = '^(a+)(a+)(a+)(a+)\\1\\2\\3\\4b$';
  // Of the kind that a matcher which tries every way never gets through.
  const hostile = [
    '(a+)+$',
    '(a|a)*b',
    endless,
    '((a*)*)*\\1\\2b',
    '((((a{1,50}){1,50}){1,50}){1,50})x',
    `(${'a?'.repeat(40)}${'a'.repeat(40)})\\1x`,
    '(x+x+)+y',
    `${'('.repeat(99)}${')'.repeat(99)}`,
  ];

  it.each(hostile)('%s gets a reply, and so does everyone else meanwhile', async (search) => {
    await app.ctx.db.execute(`
      insert into log_entries (at, host, key, level, text)
      select now() - n * interval '1 ms', 'trap', 'game', 1, repeat('a', 2001) || 'b' from generate_series(1, 500) n`);
    const reply = get<Found>('/entries', { host: 'trap', ...always, search, isPattern: 'true' });
    expect((await app.http.inject({ url: '/api/health' })).statusCode).toBe(200);
    const { status, details } = await reply;
    const blamed = (details as { fields: { field: string }[] } | undefined)?.fields[0]?.field;
    expect([
      [200, undefined],
      [400, 'search'],
    ]).toContainEqual([status, blamed]);
  });

  it('does not stay behind in the database', async () => {
    const search = endless;
    const reply = await get('/entries', { host: 'trap', ...always, search, isPattern: 'true' });
    expect(reply).toMatchObject({ status: 400, details: { fields: [{ field: 'search' }] } });
    expect(reply.error).toContain('takes too long');
    // The database cleans up by itself too (autovacuum), which is not meant here.
    const stillRunning = `
      select backend_type, query from pg_stat_activity
      where state = 'active' and datname = current_database() and pid <> pg_backend_pid()
        and backend_type in ('client backend', 'parallel worker')`;
    await vi.waitFor(async () => expect((await app.ctx.db.execute(stillRunning)).rows).toEqual([]));
  });

  it('in great number is queued or rejected, and does not block the database', async () => {
    const search = endless;
    const ask = () => get('/entries', { host: 'trap', ...always, search, isPattern: 'true' });
    const replies = Array.from({ length: 12 }, ask);
    expect((await get('/sources')).status).toBe(200);
    const statuses = (await Promise.all(replies)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([400, 503]));
  });
});
