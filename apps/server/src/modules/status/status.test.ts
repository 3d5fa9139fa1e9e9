import { roles, type ReplyInput } from '@tribehall/contract';
import { describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { addTestServer } from '../../testing/test-game-servers.ts';
import { createTestUser } from '../../testing/test-users.ts';

type Status = ReplyInput<'GET /status'>;

async function start({ isPublic = true } = {}) {
  const app = await createTestApp();
  const owner = await createTestUser(app, { roles: [roles.Owner] });
  const setPublic = (isStatusPublic: boolean) =>
    app.http.inject({
      method: 'PUT',
      url: '/api/site',
      headers: owner.headers,
      payload: { name: 'Obelisk', description: null, isStatusPublic },
    });
  // Connections of portals without a heartbeat are removed.
  await app.ctx.db.execute("insert into portals (id, seen_at) values ('p', now() + interval '1 hour')");
  if (isPublic) await setPublic(true);
  return { app, setPublic, owner };
}

/** A server as its agent has reported it. */
async function addServer(app: TestApp, name: string, columns: Record<string, string> = {}, isConnected = true) {
  const { id } = await addTestServer(app, { name });
  const set = Object.entries({ state: "'up'", ...columns }).map(([column, value]) => `${column} = ${value}`);
  await app.ctx.db.execute(`update servers set ${set.join(', ')} where id = '${id}'`);
  if (isConnected)
    await app.ctx.db.execute(
      `insert into links (server_id, id, portal_id, connected_at) values ('${id}', '${id}', 'p', now())`,
    );
  return id;
}

const get = (app: TestApp, path = '') => app.http.inject(`/api/status${path}`);
const read = async (app: TestApp) => (await get(app)).json<{ data: Status }>().data;

describe('the public status', () => {
  it('is hidden until the Owner makes it public, and again when they no longer want it', async () => {
    const { app, setPublic, owner } = await start({ isPublic: false });
    const id = await addServer(app, 'The Island');
    const hidden = { status: 404, code: 'NOT_FOUND', error: 'Server status is not public here.' };
    for (const path of ['', `/${id}/badge.svg`]) expect((await get(app, path)).json()).toEqual(hidden);
    expect((await app.http.inject({ url: '/api/status', headers: owner.headers })).statusCode).toBe(404);
    await setPublic(true);
    for (const path of ['', `/${id}/badge.svg`]) expect((await get(app, path)).statusCode).toBe(200);
    await setPublic(false);
    for (const path of ['', `/${id}/badge.svg`]) expect((await get(app, path)).json()).toEqual(hidden);
  });

  it('lists servers, the busiest first, with nothing else about them', async () => {
    const { app } = await start();
    const secrets = { state_reason: "'RCON password wrong'", version: "'358.6'", agent_version: "'1.2.3'" };
    const quiet = await addServer(app, 'Quiet', { player_count: '2', map: "'SomeMod_P'", state: "'degraded'" });
    const busy = await addServer(app, 'Busy <b>', {
      player_count: '12',
      max_players: '70',
      join_address: "'play.example.test:7777'",
      map: "'TheIsland_WP'",
      ...secrets,
    });
    const gone = await addServer(app, 'Gone', { player_count: '5', join_address: "'javascript:alert(1)'" }, false);
    const status = await read(app);
    const none = Array.from({ length: 48 }, () => null);
    expect(status).toEqual({
      name: 'Obelisk',
      playerCount: 14,
      serverCount: 3,
      servers: [
        {
          id: busy,
          name: 'Busy <b>',
          game: 'asa',
          map: 'The Island',
          state: 'up',
          playerCount: 12,
          maxPlayers: 70,
          joinAddress: 'play.example.test:7777',
          history: none,
        },
        {
          id: quiet,
          name: 'Quiet',
          game: 'asa',
          map: 'SomeMod_P',
          state: 'degraded',
          playerCount: 2,
          maxPlayers: null,
          joinAddress: null,
          history: none,
        },
        {
          id: gone,
          name: 'Gone',
          game: 'asa',
          map: null,
          state: 'offline',
          playerCount: null,
          maxPlayers: null,
          joinAddress: null,
          history: none,
        },
      ],
    });
  });

  it('never makes an unknown number of players a zero', async () => {
    const { app } = await start();
    await addServer(app, 'Down', { state: "'down'", player_count: '3' });
    expect(await read(app)).toMatchObject({ playerCount: null, servers: [{ state: 'down', playerCount: null }] });
  });

  it('has the counts of the last 24 hours, with the gaps', async () => {
    const { app } = await start();
    const id = await addServer(app, 'The Island', { player_count: '9' });
    const rows = [
      [30, 4],
      [20.1, 7],
      [10.1, null],
      [0.9, 9],
    ].map(([hours = 0, count]) => `('${id}', now() - interval '${Number(hours) * 60} minutes', ${String(count)})`);
    await app.ctx.db.execute(`insert into player_counts (server_id, at, count) values ${rows.join(', ')}`);
    const { history } = (await read(app)).servers[0] ?? { history: [] };
    expect(history).toHaveLength(48);
    expect(history.slice(0, 7)).toEqual(Array.from({ length: 7 }, () => 4));
    expect(history.slice(7, 27)).toEqual(Array.from({ length: 20 }, () => 7));
    expect(history.slice(27, 46)).toEqual(Array.from({ length: 19 }, () => null));
    expect(history.slice(46)).toEqual([9, 9]);
  });

  it('is read from the database once in a few seconds, whoever asks', async () => {
    const { app } = await start();
    const id = await addServer(app, 'The Island', { player_count: '1' });
    const badge = async () => (await get(app, `/${id}/badge.svg`)).body;
    expect((await read(app)).playerCount).toBe(1);
    await app.ctx.db.execute('update servers set player_count = 2');
    expect((await read(app)).playerCount).toBe(1);
    expect(await badge()).toContain('>1 online<');
    app.passMs(5001);
    expect((await read(app)).playerCount).toBe(2);
    expect(await badge()).toContain('>2 online<');
  });

  it('lists the 100 busiest of many, counts all, and has a badge for each', async () => {
    const { app } = await start();
    await app.ctx.db
      .execute(`insert into servers (id, name, name_key, game, token_hash, created_at, state, player_count)
      select 's' || n, 'Server ' || n, 'server ' || n, 'ase', 't' || n, now(), 'up', n from generate_series(1, 120) n`);
    await app.ctx.db.execute(
      "insert into links (server_id, id, portal_id, connected_at) select id, id, 'p', now() from servers",
    );
    const { servers, ...totals } = await read(app);
    expect(totals).toEqual({ name: 'Obelisk', serverCount: 120, playerCount: (120 * 121) / 2 });
    expect(servers).toHaveLength(100);
    expect(servers[0]?.id).toBe('s120');
    expect((await get(app, '/s1/badge.svg')).body).toContain('>1 online<');
  });
});

describe('a badge', () => {
  it('is an SVG that other sites may show and that can do nothing', async () => {
    const { app } = await start();
    const id = await addServer(app, 'The Island', { player_count: '12', max_players: '70' });
    const reply = await get(app, `/${id}/badge.svg`);
    expect(reply.headers).toMatchObject({
      'content-type': 'image/svg+xml; charset=utf-8',
      'cache-control': 'public, max-age=30',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
    });
    expect(reply.body).toContain('>12/70 online<');
  });

  it('shows a hostile name as text', async () => {
    const { app } = await start();
    const id = await addServer(app, '"><script>alert(1)</script>');
    const { body } = await get(app, `/${id}/badge.svg`);
    expect(body).not.toContain('<script');
    expect(body).toContain('&quot;&gt;&lt;script&gt;alert(1)');
  });

  it('of no server is not found', async () => {
    const { app } = await start();
    expect((await get(app, '/nowhere/badge.svg')).json()).toMatchObject({ status: 404, code: 'NOT_FOUND' });
  });
});
