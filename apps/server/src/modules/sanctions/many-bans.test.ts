import { roles } from '@tribehall/contract';
import { expect, it } from 'vitest';
import { createTestApp } from '../../testing/test-app.ts';
import { createTestUser } from '../../testing/test-users.ts';
import { operator } from '../audit/audit.service.ts';
import * as clusters from '../clusters/changes.service.ts';
import { openBanList } from './ban-list.fixture.ts';
import { findEntries } from '../player-lists/player-lists.store.ts';
import { refreshOutdated } from '../player-lists/player-lists.service.ts';
import { enforceDue } from './enforcement.service.ts';
import { createCaller, newPlayerId, onCluster, onServer } from './sanctions.fixture.ts';

const app = await createTestApp();
const call = createCaller(app, await createTestUser(app, { roles: [roles.Admin] }));

it('imported bans reach every server, also one that comes back, and each is found by a part of what it says', async () => {
  const { id } = await clusters.create(app.ctx, operator, 'Imports');
  const games = [await openBanList(app, { clusterId: id }), await openBanList(app, { clusterId: id })];
  await games[1]?.cut();
  const bans = Array.from({ length: 25 }, (_, n) => ({
    playerId: newPlayerId(),
    name: `Émile ${n} 100%_sure`,
    reason: n === 7 ? 'Titanosaur SMUGGLING' : 'Cheating',
  }));
  const imported = await call('POST', 'sanctions/import', { reach: onCluster(id), bans });
  expect(imported).toMatchObject({ status: 200, data: { added: 25, known: 0, refused: [] } });
  await expect.poll(() => games[0]?.banned.size).toBe(25);
  await games[1]?.connect();
  await expect.poll(() => games[1]?.banned.size).toBe(25);
  const search = async (text: string) =>
    (await call('GET', `sanctions?clusterId=${id}&search=${encodeURIComponent(text)}`)).data;
  const rare = bans[7]?.playerId ?? '';
  for (const text of ['smuggling', 'TITANO', rare, rare.slice(2), 'mile 7 100%_SURE'])
    expect((await search(text)).sanctions.map(({ playerId }) => playerId)).toEqual([rare]);
  expect([(await search('cheating')).total, (await search('%')).total, (await search('nobody')).total]).toEqual([
    24, 25, 0,
  ]);
  await expect
    .poll(async () => (await search('smuggling')).sanctions[0]?.servers)
    .toEqual({ total: 2, waiting: 0, confirmed: 2, failed: 0 });
});

it('pages of a list follow each other without gaps, also where many were added at the same moment', async () => {
  const game = await openBanList(app);
  const bans = Array.from({ length: 23 }, () => ({ playerId: newPlayerId() }));
  await call('POST', 'sanctions/import', { reach: onServer(game.id), bans });
  const found: string[] = [];
  for (let before = ''; ;) {
    const page = await call('GET', `sanctions?serverId=${game.id}&limit=5${before === '' ? '' : `&before=${before}`}`);
    found.push(...page.data.sanctions.map(({ playerId }) => playerId));
    if (page.data.next === null) break;
    before = page.data.next;
  }
  expect(found).toHaveLength(23);
  expect(found.toSorted()).toEqual(bans.map(({ playerId }) => playerId).toSorted());
});

it('of many bans imposed at once only a few are sent before everything else, the rest in batches', async () => {
  const game = await openBanList(app);
  const held = new EventTarget();
  game.faults.heldUntil = new Promise((resolve) => held.addEventListener('release', () => resolve()));
  const players = Array.from({ length: 12 }, newPlayerId);
  for (const playerId of players)
    await call('POST', 'sanctions', { kind: 'ban', playerId, reach: onServer(game.id), reason: 'Griefing' });
  const sent = (command: string) => game.received.filter((given) => given.command === command);
  await expect.poll(() => sent('lists.apply').length).toBe(1);
  await expect.poll(() => sent('players.ban').length).toBeGreaterThanOrEqual(3);
  // Nothing more, although the rest is due: three are taken at a time, while fewer than three are on their way.
  await enforceDue(app.ctx);
  expect(sent('players.ban').length).toBeLessThanOrEqual(5);
  expect(sent('lists.apply')).toHaveLength(1);
  held.dispatchEvent(new Event('release'));
  await expect.poll(() => [...game.banned].toSorted(), { timeout: 30_000 }).toEqual(players.toSorted());
});

it('a ban that was removed by hand comes back, also if the list is read before the agent reports the change', async () => {
  const game = await openBanList(app);
  const impose = async () => {
    const given = { kind: 'ban', playerId: newPlayerId(), reach: onServer(game.id), reason: 'Griefing' };
    const { data } = await call('POST', 'sanctions', given);
    await expect.poll(() => game.banned.has(data.playerId)).toBe(true);
    await expect.poll(async () => (await call('GET', `sanctions/${data.id}`)).data.servers.confirmed).toBe(1);
    return data.playerId;
  };
  const first = await impose();
  await game.report();
  await expect
    .poll(async () => (await findEntries(app.ctx.db, { serverId: game.id, list: 'bans' })) as unknown)
    .toEqual(new Set([first]));
  game.banned.delete(first);
  await impose();
  await refreshOutdated(app.ctx);
  await game.report();
  await expect.poll(() => game.banned.has(first)).toBe(true);
});
