import { describe, expect, it } from 'vitest';
import { connectTestAgent } from '../testing/test-agent.ts';
import { createTestApp } from '../testing/test-app.ts';
import { addTestServer } from '../testing/test-game-servers.ts';
import { seedDemoAccounts } from './accounts.ts';
import { seedDemoCounts } from './counts.ts';
import { seedDemoHistory } from './history.ts';
import { seedDemoNotes } from './notes.ts';
import { seedDemoServers } from './servers.ts';
import { seedDemoSite } from './site.ts';

const app = await createTestApp({ TRIBEHALL_WORLD: 'on' });
const token = (n: number) => `th_${String(n).padStart(40, 'x')}`;
const ark = (n: number) => ({
  clusters: [
    {
      id: 'demo-asa',
      name: 'Ascended',
      servers: [
        { id: 'demo-the-island', name: 'The Island', game: 'asa', map: 'TheIsland_WP', token: token(n) } as const,
        { id: 'demo-fjordur', name: 'Fjordur', game: 'ase', token: token(n + 1) } as const,
      ],
    },
  ],
});

const rowsOf = async (query: string) => (await app.ctx.db.execute(query)).rows;
const siteRows = () => rowsOf('select name, is_status_public from site_settings');
const links = () => rowsOf('select server_id, player_id, is_admin from linked_players');

describe('the demo world', () => {
  it('says how to join its servers', async () => {
    await seedDemoServers(app.ctx, ark(1));
    expect(await rowsOf("select max_players, join_address from servers where id = 'demo-fjordur'")).toEqual([
      { max_players: 50, join_address: 'fjordur.obelisk.example:7777' },
    ]);
    await app.ctx.db.execute('delete from servers');
  });

  it('lists its servers at every start, with the tokens of that start', async () => {
    await addTestServer(app, { name: 'FJORDUR' });
    expect(await seedDemoServers(app.ctx, ark(10))).toEqual(['demo-the-island', 'demo-fjordur']);
    expect((await connectTestAgent(app, { token: token(10) })).hello.serverId).toBe('demo-the-island');
    await app.ctx.db.execute("update servers set name = 'Renamed', name_key = 'renamed' where id = 'demo-the-island'");
    expect(await seedDemoServers(app.ctx, ark(20))).toEqual([]);
    await expect(connectTestAgent(app, { token: token(10) })).rejects.toThrow('401');
    await connectTestAgent(app, { token: token(20) });
    expect(await seedDemoServers(app.ctx, { clusters: [] })).toEqual([]);
    expect(await rowsOf("select id, name, cluster_id, game from servers where id like 'demo-%' order by id")).toEqual([
      { id: 'demo-fjordur', name: 'Fjordur (demo)', cluster_id: 'demo-asa', game: 'ase' },
      { id: 'demo-the-island', name: 'Renamed', cluster_id: 'demo-asa', game: 'asa' },
    ]);
  });

  it('gives the member a character where its server is there, once', async () => {
    const character = { server_id: 'demo-the-island', player_id: '76561190000000001', is_admin: false };
    await seedDemoAccounts(app.ctx, []);
    expect(await links()).toEqual([character]);
    await app.ctx.db.execute('delete from linked_players');
    await seedDemoAccounts(app.ctx, []);
    expect(await links()).toEqual([]);
    await seedDemoAccounts(app.ctx, ['demo-the-island']);
    await seedDemoAccounts(app.ctx, ['demo-the-island']);
    expect(await links()).toEqual([character]);
  });

  it('starts without its servers too', async () => {
    const bare = await createTestApp({ TRIBEHALL_WORLD: 'on' });
    await seedDemoAccounts(bare.ctx, await seedDemoServers(bare.ctx, { clusters: [] }));
    expect((await bare.ctx.db.execute('select * from linked_players')).rows).toEqual([]);
  });
});

it('plants months of history for the people of new servers, once', async () => {
  const players = Array.from({ length: 5 }, (_, n) => ({
    playerId: `7656119000000010${n}`,
    name: `Player ${n}`,
    survivor: `Survivor ${n}`,
    level: 20 + n,
    awaySeconds: n === 4 ? 30 * 86_400 : 0,
    ...(n % 2 === 0 && { tribe: { id: 1_000_000 + n, name: 'Tidewatch' } }),
  }));
  const clusters = [{ servers: [{ id: 'demo-fjordur', players }] }];
  await seedDemoServers(app.ctx, ark(30));
  await seedDemoHistory(app.ctx, { clusters }, []);
  expect(await rowsOf('select 1 from journal limit 1')).toEqual([]);
  await seedDemoHistory(app.ctx, { clusters }, ['demo-fjordur']);
  const [history] = await rowsOf(`select count(*)::int as sessions, count(distinct player_id)::int as people,
    bool_and(ended_at < now()) as are_over, min(began_at) > now() - interval '92 days' as is_recent from play_sessions`);
  expect(history).toMatchObject({ people: 5, are_over: true, is_recent: true });
  expect(history?.['sessions']).toBeGreaterThan(40);
  const [last] = await rowsOf(
    `select max(ended_at) < now() - interval '30 days' as is_away from play_sessions where player_id like '%4'`,
  );
  expect(last).toEqual({ is_away: true });
  const kinds = await rowsOf('select distinct kind from journal order by kind');
  expect(kinds).toEqual([{ kind: 'demolished' }, { kind: 'died' }, { kind: 'tamed' }]);
});

it('plants notes and a watched player with the server, and nothing again where an Admin removed them', async () => {
  const planted = () => rowsOf('select author, removed_at is null as is_shown from player_notes order by created_at');
  await seedDemoNotes(app.ctx, ['demo-fjordur']);
  expect(await planted()).toEqual([]);
  await seedDemoNotes(app.ctx, ['demo-island-ascended']);
  expect(await planted()).toEqual([
    { author: 'Adam', is_shown: true },
    { author: 'Olive', is_shown: true },
  ]);
  expect(await rowsOf('select flag from player_flags')).toEqual([{ flag: 'watch' }]);
  await app.ctx.db.execute('update player_notes set removed_at = now()');
  await seedDemoNotes(app.ctx, ['demo-island-ascended']);
  expect((await planted()).map((note) => note['is_shown'])).toEqual([false, false]);
  expect(await rowsOf('select author, text from player_note_versions')).toHaveLength(1);
});

it('shows a community with public status, until its Owner decides otherwise', async () => {
  await seedDemoSite(app.ctx);
  expect(await siteRows()).toEqual([{ name: 'Obelisk', is_status_public: true }]);
  await app.ctx.db.execute("update site_settings set name = 'Mine', is_status_public = false");
  await seedDemoSite(app.ctx);
  expect(await siteRows()).toEqual([{ name: 'Mine', is_status_public: false }]);
});

it('plants a week of player counts for new servers, which end near the usual number', async () => {
  await app.ctx.db.execute('delete from player_counts');
  const clusters = [{ servers: [{ id: 'demo-fjordur', usualPlayers: 12 }] }];
  await seedDemoCounts(app.ctx, { clusters }, []);
  expect(await rowsOf('select 1 from player_counts')).toEqual([]);
  await seedDemoCounts(app.ctx, { clusters }, ['demo-fjordur']);
  const counts = (await rowsOf('select count from player_counts order by at')).map((row) => Number(row['count']));
  expect(counts.length).toBeGreaterThan(100);
  expect(Math.min(...counts)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...counts)).toBeGreaterThan(Math.min(...counts) + 3);
  expect(counts.at(-1)).toBeGreaterThan(12 * 0.8);
  expect(counts.at(-1)).toBeLessThan(12 * 1.3);
});
