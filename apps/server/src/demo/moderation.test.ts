import { expect, it } from 'vitest';
import { createTestApp } from '../testing/test-app.ts';
import { seedDemoAccounts } from './accounts.ts';
import { seedDemoModeration } from './moderation.ts';
import { demoSanctions } from './sanctions.ts';
import { seedDemoServers } from './servers.ts';

const ofDemo = (clusterId: string, name: string, serverIds: string[]) => ({
  id: clusterId,
  name,
  servers: serverIds.map((id) => ({ id, name: id, game: 'asa', token: `th_${id.padStart(40, 'x')}` }) as const),
});
const serversOf = (clusterId: string) =>
  demoSanctions.find(({ reach }) => reach.type === 'cluster' && reach.clusterId === clusterId)?.on ?? [];
const ark = {
  clusters: [
    ofDemo('demo-obelisk', 'Obelisk', [...serversOf('demo-obelisk')]),
    ofDemo('demo-old-guard', 'Old Guard', [...serversOf('demo-old-guard')]),
  ],
};

async function startDemo() {
  const app = await createTestApp({ TRIBEHALL_WORLD: 'on' });
  const rowsOf = async (query: string) => (await app.ctx.db.execute(query)).rows;
  const start = async () => {
    const newServers = await seedDemoServers(app.ctx, ark);
    await seedDemoAccounts(app.ctx, newServers);
    await seedDemoModeration(app.ctx, newServers);
  };
  return { app, rowsOf, start };
}

it('plants sanctions of every kind and state, a moderator and reports with the servers', async () => {
  const { rowsOf, start } = await startDemo();
  await start();
  const kinds = await rowsOf(`select kind, reach, ended_at is null as is_active, lifted_by is not null as is_lifted,
    ends_at is not null as has_end from sanctions order by id`);
  expect(kinds).toMatchObject([
    { kind: 'ban', reach: 'server', is_active: false, is_lifted: true },
    { kind: 'ban', reach: 'cluster', is_active: false, is_lifted: false, has_end: true },
    { kind: 'ban', reach: 'all', is_active: true, has_end: false },
    { kind: 'ban', reach: 'cluster', is_active: true, has_end: true },
    { kind: 'kick', is_active: false, is_lifted: false },
    { kind: 'mute', is_active: true, has_end: true },
    { kind: 'warning', is_active: true },
    { kind: 'warning', is_active: false, is_lifted: false },
  ]);
  // Nothing is left to be carried out: the simulated servers start with these bans.
  expect(await rowsOf('select distinct state from sanction_servers order by state')).toEqual([
    { state: 'confirmed' },
    { state: 'lifted' },
    { state: 'sent' },
  ]);
  expect(await rowsOf('select by from sanctions where by_user_id is null')).toEqual([]);
  expect(await rowsOf('select distinct kind from journal order by kind')).toEqual(
    ['banned', 'kicked', 'muted', 'unbanned', 'warned'].map((kind) => ({ kind })),
  );
  expect(await rowsOf('select 1 from journal where at > now()')).toEqual([]);
  expect(await rowsOf('select username, cluster_id from moderators join users on users.id = user_id')).toEqual([
    { username: 'Mona', cluster_id: 'demo-old-guard' },
  ]);
  expect(await rowsOf('select state from reports order by state')).toEqual(
    ['answered', 'closed', 'open'].map((state) => ({ state })),
  );
  // The bot does not post what is old.
  expect(await rowsOf('select 1 from reports where post_due_at is not null')).toEqual([]);
});

it('plants nothing again at the next start, and nothing without its servers', async () => {
  const { app, rowsOf, start } = await startDemo();
  await seedDemoModeration(app.ctx, []);
  expect(await rowsOf('select 1 from sanctions')).toEqual([]);
  await start();
  const counts = `select (select count(*)::int from sanctions) as sanctions, (select count(*)::int from journal) as entries,
    (select count(*)::int from sanction_templates) as templates, (select count(*)::int from moderators) as moderators,
    (select count(*)::int from reports) as reports, (select count(*)::int from report_comments) as comments`;
  await app.ctx.db.execute('delete from moderators');
  await app.ctx.db.execute('delete from sanction_templates');
  const [before] = await rowsOf(counts);
  await start();
  expect(await rowsOf(counts)).toEqual([before]);
  expect(before).toMatchObject({ templates: 0, moderators: 0, reports: 3, sanctions: demoSanctions.length });
});
