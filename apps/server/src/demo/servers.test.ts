import { describe, expect, it } from 'vitest';
import { connectTestAgent } from '../testing/test-agent.ts';
import { createTestApp } from '../testing/test-app.ts';
import { addTestServer } from '../testing/test-game-servers.ts';
import { seedDemoAccounts } from './accounts.ts';
import { seedDemoHistory } from './history.ts';
import { seedDemoServers } from './servers.ts';

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
const links = () => rowsOf('select server_id, player_id, is_admin from linked_players');

describe('the demo world', () => {
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
