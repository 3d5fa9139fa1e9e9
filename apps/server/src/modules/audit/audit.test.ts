import { roles } from '@tribehall/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { createTestApp } from '../../testing/test-app.ts';
import { createTestUser } from '../../testing/test-users.ts';
import { createAuditReader } from './audit.fixture.ts';
import { record } from './audit.service.ts';

const app = await createTestApp();
const { owner, list } = await createAuditReader(app);
const targets = async (query: Record<string, string>) => (await list(query)).entries.map(({ target }) => target);
const hour = (n: number) => new Date(start + n * 3_600_000).toISOString();
let start = 0;

async function act(actor: string, action: string, target: string): Promise<void> {
  const by = { userId: null, username: actor, address: '10.0.0.1' };
  await record(app.ctx, by, { action, target, outcome: 'done', details: { of: target } });
  app.passMs(3_600_000);
}

beforeAll(async () => {
  start = app.ctx.clock().getTime();
  await act('Olive', 'players.kill', 'Alice on Ragnarok');
  await act('Olive', 'files.delete', '100%_map.zip');
  await act('Mira', 'players.kill', 'Bob on Extinction');
  await act("O'Neil \\ & :* | !", 'terminal.run', 'echo \'a\' & rm -rf "b" | c:*');
  await act('Mira', 'players.ban', 'Olive on Ragnarok');
});

describe('searching the audit', () => {
  it('filters by person, action, object and time, and by all of them together', async () => {
    expect(await targets({ actor: 'oliv' })).toEqual(['100%_map.zip', 'Alice on Ragnarok']);
    expect(await targets({ action: 'PLAYERS' })).toHaveLength(3);
    expect(await targets({ target: 'ragnarok' })).toEqual(['Olive on Ragnarok', 'Alice on Ragnarok']);
    expect(await targets({ search: 'olive' })).toEqual(['Olive on Ragnarok', '100%_map.zip', 'Alice on Ragnarok']);
    expect(await targets({ from: hour(1.5), to: hour(3.5) })).toHaveLength(2);
    expect(await targets({ to: hour(0.5) })).toEqual(['Alice on Ragnarok']);
    const all = { actor: 'Mira', action: 'players', target: 'on', search: 'kill', from: hour(1), to: hour(4) };
    expect(await targets(all)).toEqual(['Bob on Extinction']);
    expect(await targets({ ...all, actor: 'Olive' })).toEqual([]);
  });

  it('names those who did something, each once', async () => {
    const reply = await app.http.inject({ url: '/api/audit/actors', headers: owner.headers });
    const { data } = reply.json<{ data: string[] }>();
    expect(data).toEqual(expect.arrayContaining(["O'Neil \\ & :* | !", 'Mira', 'Olive']));
    expect(new Set(data).size).toBe(data.length);
  });

  it('takes every character literally', async () => {
    const odd = 'echo \'a\' & rm -rf "b" | c:*';
    for (const part of ["'", "' &", '"b" |', ':*', '& rm', 'c:*', "'a'", '-rf', odd])
      expect(await targets({ target: part }), part).toEqual([odd]);
    for (const part of ['\\', "o'neil \\", '& :*', '| !', '!'])
      expect(await targets({ actor: part }), part).toEqual([odd]);
    for (const part of ['%', '_', '100%', '%_m'])
      expect(await targets({ target: part }), part).toEqual(['100%_map.zip']);
    for (const part of ['%%', '_m_', '\u{1f600}', 'é', '\ufffd', ' \n '])
      expect(await targets({ search: part }), part).toEqual([]);
  });

  it('continues after an entry, and shows a single one with its details', async () => {
    const { entries } = await list();
    const [, second, third] = entries;
    expect((await list({ before: second?.id ?? '' })).entries[0]).toEqual(third);
    expect(await list({ id: third?.id ?? '' })).toEqual({ entries: [third], hasMore: false });
    expect(third).toMatchObject({ actor: 'Mira', details: { of: 'Bob on Extinction' }, address: '10.0.0.1' });
  });

  it('finds rare texts among old entries, and short ones', async () => {
    await app.ctx.db.execute(`insert into audit (id, at, actor, address, action, target, outcome, hash)
      select 1000 + n, now() + interval '1 day' + n * interval '1 s', 'crowd', '', 'many.things', 'number ' || n, 'done', ''
      from generate_series(1, 25000) n`);
    expect(await targets({ target: 'extinction' })).toEqual(['Bob on Extinction']);
    expect(await targets({ actor: "O'", action: 'run' })).toHaveLength(1);
    expect(await targets({ search: '&' })).toHaveLength(1);
    expect(await targets({ actor: 'olive', target: 'map' })).toEqual(['100%_map.zip']);
    expect(await targets({ target: 'number 12345' })).toEqual(['number 12345']);
    expect(await targets({ actor: 'crowd', action: 'kill' })).toEqual([]);
    expect(await list({ action: 'many' })).toMatchObject({ hasMore: true });
    expect(await targets({ actor: 'mira', to: hour(3.5) })).toEqual(['Bob on Extinction']);
  });

  it.each([
    [{ from: 'yesterday' }, 'from'],
    [{ to: '2026-13-01T00:00:00Z' }, 'to'],
    [{ from: '2026-02-01T00:00:00Z', to: '2026-01-01T00:00:00Z' }, 'from'],
    [{ before: '12x' }, 'before'],
    [{ before: '999999999999999999' }, 'before'],
    [{ id: '-1' }, 'id'],
    [{ search: 'x'.repeat(101) }, 'search'],
  ])('refuses %o, and says which field', async (query, field) => {
    const url = `/api/audit?${new URLSearchParams(query).toString()}`;
    const reply = await app.http.inject({ url, headers: owner.headers });
    expect(reply.statusCode).toBe(400);
    expect(reply.json()).toMatchObject({ details: { fields: [{ field }] } });
  });

  it('handles the earliest and latest times, and a NUL', async () => {
    const times = ['0000-01-01T00:00:00Z', '0001-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z'];
    for (const from of times)
      expect((await app.http.inject({ url: `/api/audit?from=${from}`, headers: owner.headers })).statusCode).toBe(200);
    for (const to of times)
      expect((await app.http.inject({ url: `/api/audit?to=${to}`, headers: owner.headers })).statusCode).toBe(200);
    expect((await app.http.inject({ url: '/api/audit?search=%00', headers: owner.headers })).statusCode).toBe(400);
  });

  it('is for the Owner only', async () => {
    for (const user of [await createTestUser(app), await createTestUser(app, { roles: [roles.Admin] })])
      for (const call of [
        { method: 'GET', url: '/api/audit' } as const,
        { method: 'POST', url: '/api/audit/verify' } as const,
      ])
        expect((await app.http.inject({ ...call, headers: user.headers })).statusCode).toBe(403);
  });
});
