import { roles } from '@tribehall/contract';
import { expect, it, vi } from 'vitest';
import { seededRandom } from '../../../../../packages/ark/src/testing/seeded-random.ts';
import { buildApp } from '../../app.ts';
import { onFinished } from '../../testing/cleanup.ts';
import { isDeepRun } from '../../testing/deep-run.ts';
import { createTestApp, restarted } from '../../testing/test-app.ts';
import { createTestUser } from '../../testing/test-users.ts';
import { operator } from '../audit/audit.service.ts';
import * as clusters from '../clusters/changes.service.ts';
import { openBanList, type BanListGame } from './ban-list.fixture.ts';
import { createCaller, newPlayerId, onCluster, onServer } from './sanctions.fixture.ts';
import { endDue } from './sanctions.service.ts';

const runs = isDeepRun ? 500 : 10;
const steps = 14;
const minuteMs = 60_000;
const settleWithinMs = 30_000;

/** Its portal is replaced by a new one on the same database when it restarts. */
const portal = { ...(await createTestApp()) };
onFinished(() => portal.http.close());

type Random = ReturnType<typeof seededRandom>;
type World = { clusterId: string; games: BanListGame[]; players: string[]; random: Random };

/** Logs in again for each run: sessions do not last as long as all of them. */
let admin = await createTestUser(portal, { roles: [roles.Admin] });
const call: ReturnType<typeof createCaller> = (...given) => createCaller(portal, admin)(...given);
const listActive = async (serverId: string) => {
  const query = `kind=ban&state=active&serverId=${serverId}`;
  return (await call('GET', `sanctions?${query}`)).data.sanctions;
};

/** What can happen, on any day. */
const events: ((world: World) => Promise<unknown>)[] = [
  // Twice as often as the others.
  (world) => imposeBan(world),
  (world) => imposeBan(world),
  async ({ games, random }) => {
    const sanctions = await listActive(random.pick(games).id);
    if (sanctions.length > 0) await call('POST', `sanctions/${random.pick(sanctions).id}/lift`, { reason: 'Enough' });
  },
  async ({ games, random }) => {
    const game = random.pick(games);
    if (game.banned.size > 0) game.banned.delete(random.pick([...game.banned]));
    await game.report();
  },
  async ({ games, random }) => {
    const game = random.pick(games);
    game.banned.add(newPlayerId());
    await game.report();
  },
  ({ games, random }) => random.pick(games).cut(),
  async ({ games, random }) => {
    const game = random.pick(games);
    if (!game.isConnected()) await game.connect();
  },
  async ({ games, random }) => {
    const { faults } = random.pick(games);
    faults.ignoresBans = !faults.ignoresBans;
  },
  async ({ games, random }) => {
    const { faults } = random.pick(games);
    faults.isDown = !faults.isDown;
  },
  async ({ random }) => {
    portal.passMs(random.below(30 * minuteMs));
    await endDue(portal.ctx);
  },
  // Someone sets the clock back.
  async ({ random }) => portal.passMs(-random.below(5 * minuteMs)),
  restart,
];

async function imposeBan({ clusterId, games, players, random }: World): Promise<void> {
  const reach = random.below(2) === 0 ? onCluster(clusterId) : onServer(random.pick(games).id);
  const minutes = random.below(5) > 1 ? { minutes: 1 + random.below(60) } : {};
  await call('POST', 'sanctions', {
    kind: 'ban',
    playerId: random.pick(players),
    reach,
    reason: 'Seeded',
    ...minutes,
  });
}

async function restart({ games }: World): Promise<void> {
  await portal.http.close();
  portal.ctx = restarted(portal.ctx);
  portal.http = buildApp(portal.ctx, '/nowhere').http;
  await Promise.all(games.map((game) => game.cut()));
}

/** Every server has exactly the active bans that reach it, and nobody else. */
async function differences({ games }: World): Promise<string[]> {
  const all = await Promise.all(
    games.map(async ({ id, banned }) => {
      const wanted = new Set((await listActive(id)).map(({ playerId }) => playerId));
      return symmetricDifference(wanted, banned);
    }),
  );
  return all.flat();
}

function symmetricDifference(a: ReadonlySet<string>, b: ReadonlySet<string>): string[] {
  return [...[...a].filter((item) => !b.has(item)), ...[...b].filter((item) => !a.has(item))];
}

async function settle(world: World): Promise<void> {
  for (const game of world.games) {
    Object.assign(game.faults, { ignoresBans: false, isDown: false });
    if (!game.isConnected()) await game.connect();
  }
  portal.passMs(120 * minuteMs);
  await endDue(portal.ctx);
  // Whatever failed before is tried again, and agents report what their lists contain.
  portal.passMs(31 * minuteMs);
  await vi.waitUntil(
    async () => {
      portal.passMs(minuteMs);
      portal.ctx.state.sanctions.wake();
      for (const game of world.games) await game.report();
      return (await differences(world)).length === 0;
    },
    { timeout: settleWithinMs, interval: 20 },
  );
}

it.each(Array.from({ length: runs }, (_, seed) => seed + 1))(
  'whatever fails, restarts or is changed by hand, servers end with exactly the bans that hold (seed %i)',
  { timeout: 120_000 },
  async (seed) => {
    const random = seededRandom(seed);
    admin = await createTestUser(portal, { roles: [roles.Admin] });
    const { id: clusterId } = await clusters.create(portal.ctx, operator, `Cluster ${newPlayerId()}`);
    const games = await Promise.all([1, 2, 3].map(() => openBanList(portal, { clusterId })));
    const players = Array.from({ length: 4 }, newPlayerId);
    const world = { clusterId, games, players, random };
    for (let step = 0; step < steps; step += 1) await random.pick(events)(world);
    await settle(world);
    for (const playerId of players) {
      const query = `sanctions?playerId=${playerId}&state=ended`;
      const { sanctions } = (await call('GET', query)).data;
      // Nobody stays banned after the end of all bans.
      if ((await Promise.all(games.map(({ id }) => listActive(id)))).flat().some((one) => one.playerId === playerId))
        continue;
      for (const { banned } of games) expect(banned.has(playerId)).toBe(false);
      for (const { id } of sanctions) {
        const states = async () => {
          portal.passMs(minuteMs);
          portal.ctx.state.sanctions.wake();
          return (await call('GET', `sanctions/${id}`)).data.enforcement.map(({ state }) => state);
        };
        await expect.poll(async () => new Set(await states())).toEqual(new Set(['lifted']));
      }
    }
    await Promise.all(games.map((game) => game.cut()));
  },
);
