import { describe, expect, it } from 'vitest';
import { addLoadTestPlayers } from '../../load-test/history-data.ts';
import { removeLoadTestServers } from '../../load-test/load-test-data.ts';
import { createTestApp } from '../../testing/test-app.ts';
import { createTestUser } from '../../testing/test-users.ts';
import { newcomer, startSearchTest } from './search.fixture.ts';
import { addNameIndexes } from './search.service.ts';

const { app, admin, member, ask, search, names, openLeft } = await startSearchTest();

describe('whatever is asked for', () => {
  const hostile = [
    '%',
    '_',
    '\\',
    '\\%',
    "'",
    '"',
    "';--",
    '($',
    '[',
    '***:(',
    '\u202eabc',
    '\u{1f600}'.repeat(50),
    '²',
    '\\m',
    '{}',
  ];

  it.each(hostile)('%j is only a text', async (text) => {
    expect(Object.keys(await search(member, text))).toHaveLength(6);
    const named = `a${text}b`;
    await openLeft(newcomer(named));
    expect((await names(admin, text)).includes(named) || (await names(admin, named)).includes(named)).toBe(true);
  });

  it.each(['query=', 'query=%20%20', '', `query=${'x'.repeat(101)}`, 'query=%00', 'query=a%0Ab', 'query=a&query=b'])(
    'refuses %j with the field',
    async (query) => {
      const reply = await app.http.inject({ url: `/api/search?${query}`, headers: member.headers });
      expect([reply.statusCode, reply.json()]).toMatchObject([400, { details: { fields: [{ field: 'query' }] } }]);
    },
  );

  it.each(['query=%ED%A0%80', 'query=%FF', `query=${encodeURIComponent('\u{1f600}'.repeat(100))}`])(
    'answers %j or refuses it',
    async (query) => {
      const reply = await app.http.inject({ url: `/api/search?${query}`, headers: member.headers });
      expect([200, 400]).toContain(reply.statusCode);
    },
  );

  it('is not for visitors', async () => {
    expect((await app.http.inject({ url: '/api/search?query=a' })).statusCode).toBe(401);
  });

  it('ends after its time', async () => {
    const { search: state } = app.ctx.state;
    const before = state.statementWithinMs;
    state.statementWithinMs = 50;
    const reply = await app.ctx.db.transaction(async (tx) => {
      await tx.execute('lock table player_names in access exclusive mode');
      return ask(admin, 'anyone');
    });
    state.statementWithinMs = before;
    expect([reply.statusCode, reply.json()]).toMatchObject([400, { details: { fields: [{ field: 'query' }] } }]);
    expect((await ask(admin, 'anyone')).statusCode).toBe(200);
  });
});

it('finds the players of a load test until their servers are removed', async () => {
  await addLoadTestPlayers(app.ctx, 30);
  expect(await names(admin, '76561198000000')).toHaveLength(8);
  expect(await removeLoadTestServers(app.ctx)).toBe(20);
  expect(await names(admin, '76561198000000')).toEqual([]);
});

describe('without the extension', () => {
  it('names are found by their beginning and parts, and typos are not forgiven', async () => {
    await openLeft(newcomer('Plainfinder'), newcomer('A Plainfinder too'));
    await app.ctx.db.execute('drop extension pg_trgm cascade');
    expect(await names(admin, 'plain')).toEqual(['Plainfinder', 'A Plainfinder too']);
    expect(await names(admin, 'infind')).toEqual(['A Plainfinder too', 'Plainfinder']);
    expect((await search(admin, 'server')).servers).not.toHaveLength(0);
    expect(await names(admin, 'plianfinder')).toEqual([]);
  });

  it('comes back with the indexes, in whatever schema it is', async () => {
    await app.ctx.db.execute('create schema elsewhere; create extension pg_trgm schema elsewhere');
    await addNameIndexes(app.ctx);
    await addNameIndexes(app.ctx);
    const { rows } = await app.ctx.db.execute(
      `select indexname from pg_indexes where indexname like '%trigrams' order by 1`,
    );
    expect(rows.map(({ indexname }) => indexname)).toEqual([
      'player_names_trigrams',
      'sanctions_trigrams',
      'survivors_trigrams',
      'tribes_trigrams',
    ]);
    expect(await names(admin, 'plianfinder')).toContain('Plainfinder');
  });

  it('the indexes are left out where the database does not allow it', async () => {
    const other = await createTestApp();
    await other.ctx.db.execute('drop extension if exists pg_trgm cascade');
    await other.ctx.db.execute(`
      create function refuse() returns event_trigger language plpgsql as 'begin raise exception ''not allowed''; end';
      create event trigger refuse on ddl_command_start when tag in ('CREATE EXTENSION') execute function refuse()`);
    await addNameIndexes(other.ctx);
    const user = await createTestUser(other);
    const reply = await other.http.inject({ url: '/api/search?query=anything', headers: user.headers });
    expect(reply.statusCode).toBe(200);
  });
});
