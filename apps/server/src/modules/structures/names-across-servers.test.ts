import { roles } from '@tribehall/contract';
import { expect, it } from 'vitest';
import { seededRandom } from '../../../../../packages/ark/src/testing/seeded-random.ts';
import { isDeepRun } from '../../testing/deep-run.ts';
import { createTestApp } from '../../testing/test-app.ts';
import { createTestUser } from '../../testing/test-users.ts';
import { operator } from '../audit/audit.service.ts';
import { create } from '../clusters/changes.service.ts';
import { addTestServer } from '../../testing/test-game-servers.ts';
import { connectTestAgent, type TestAgent } from '../../testing/test-agent.ts';
import { ask, sendSave, structure, survivor, tribe } from './structures.fixture.ts';

const app = await createTestApp();
const admin = await createTestUser(app, { roles: [roles.Admin] });

type Random = ReturnType<typeof seededRandom>;
/** Everything that this server's game says of people begins with its mark. */
type World = { id: string; mark: string; agent: TestAgent };

const playerIds = Array.from({ length: 5 }, (_, index) => `7656119000000000${index}`);
const teamIds = [11, 12, 13];
const arkIdOf = (playerId: string) => `5${playerId.slice(-1)}`;

/** The same people with the same numbers on every server; only the names differ. */
async function openWorld(mark: string, clusterId: string): Promise<World> {
  const { id, token } = await addTestServer(app, { clusterId });
  const agent = await connectTestAgent(app, { token, commands: { 'chat.say': () => ({}) } });
  await agent.sendEvents({ type: 'server.state', data: { state: 'up' } });
  return { id, mark, agent };
}

function pickSome<T>(random: Random, all: readonly T[]): T[] {
  return all.filter(() => random.below(2) === 1);
}

const steps: ((world: World, random: Random) => Promise<unknown>)[] = [
  ({ agent, mark }, random) => {
    const players = pickSome(random, playerIds).map((id) => ({
      id,
      name: `${mark} platform ${id.slice(-1)}`,
      ...(random.below(2) === 1 && { survivor: `${mark} survivor ${random.below(3)}` }),
    }));
    return agent.sendEvents({ type: 'players.online', data: { players } });
  },
  ({ agent, mark }, random) => {
    const name = `${mark} platform ${random.below(5)}`;
    const playerId = random.pick([...playerIds, undefined]);
    const data = { kind: 'player' as const, name, text: `${mark} says`, ...(playerId && { playerId }) };
    return agent.sendEvents({ type: 'chat.line', data });
  },
  ({ agent, mark }, random) =>
    sendSave(agent, {
      structures: pickSome(random, teamIds).map((teamId) =>
        structure(`s${teamId}`, { teamId, teamName: `${mark} tribe ${teamId}`, ownerName: `${mark} owner` }),
      ),
      tribes: pickSome(random, teamIds).map((id) =>
        tribe(id, {
          name: `${mark} tribe ${id}`,
          members: playerIds.map((player) => ({ arkId: arkIdOf(player), name: `${mark} member` })),
        }),
      ),
      survivors: pickSome(random, playerIds).map((playerId) =>
        survivor(arkIdOf(playerId), {
          playerId,
          name: `${mark} saved ${random.below(3)}`,
          platformName: `${mark} platform`,
          teamId: random.pick(teamIds),
        }),
      ),
    }),
];

const pagesOf = (serverId: string) => [
  `/servers/${serverId}/players`,
  `/servers/${serverId}/tribes`,
  `/servers/${serverId}/structures`,
  `/servers/${serverId}/structures/s11`,
  `/servers/${serverId}/chat`,
  ...teamIds.map((id) => `/servers/${serverId}/tribes/${id}`),
];

it('nobody carries a name from another server', async () => {
  for (let seed = 1; seed <= (isDeepRun ? 30 : 4); seed += 1) {
    const random = seededRandom(seed);
    const { id: clusterId } = await create(app.ctx, operator, `Cluster ${seed}`);
    const worlds = await Promise.all(['@north', '@south', '@west'].map((mark) => openWorld(mark, clusterId)));
    let namesSeen = 0;
    for (let step = 0; step < 20; step += 1) {
      await random.pick(steps)(random.pick(worlds), random);
      if (step % 5 !== 4) continue;
      for (const { id, mark } of worlds) {
        const replies = await Promise.all(pagesOf(id).map((page) => ask(app, admin, page)));
        const marks = JSON.stringify(replies).match(/@(?:north|south|west)/g) ?? [];
        namesSeen += marks.length;
        expect(
          marks.filter((found) => found !== mark),
          `seed ${seed}, step ${step}, ${mark}`,
        ).toEqual([]);
      }
    }
    expect(namesSeen).toBeGreaterThan(50);
    for (const { agent } of worlds) await agent.close();
  }
});
