import { seededRandom } from '../../packages/ark/src/testing/seeded-random.ts';
import { act, openTab } from './actions.ts';
import { checkCommands, checkEvents, checkHeard, checkStreams, checkViews } from './checks.ts';
import { checkRelays, countRelays } from './clusters.ts';
import { describePlan, lastsMs, makePlan } from './plan.ts';
import type { Hall } from './portals.ts';
import { checkScripts } from './tokens.ts';
import { closeWorld, createWorld, type World } from './world.ts';

export type WorldResult = {
  seed: number;
  faults: string[];
  plan: string;
  counts: Record<string, number>;
};

/** Within so long after the last fault, everything has to be in order again. */
const healsWithinMs = 40_000;

/** One world: its plan from the seed, its faults, and then what must hold whatever happened. */
export async function runWorld(hall: Hall, seed: number): Promise<WorldResult> {
  const { machine } = hall;
  const plan = makePlan(seededRandom(seed));
  const restoreRandom = seedMathRandom(seed);
  try {
    const world = await machine.during(createWorld(hall, seed, plan));
    const running = new Set<Promise<unknown>>();
    for (const action of plan.actions)
      setTimeout(() => {
        const work: Promise<unknown> = act(world, action)
          .catch((error: unknown) => world.faults.push(`${action.kind} failed: ${String(error)}`))
          .finally(() => running.delete(work));
        running.add(work);
      }, action.atMs);
    await machine.pass(lastsMs);
    const isHealed = () =>
      running.size === 0 && world.servers.every(({ agent }) => agent.isRunning() && agent.waitingCount() === 0);
    if (!(await machine.passUntil(machine.nowMs() + healsWithinMs, isHealed)))
      world.faults.push(`Not in order again after ${healsWithinMs / 1_000} s.`);
    // Pages whose stream ended connect again.
    for (const tab of world.tabs) await openTab(world, tab);
    await machine.pass(1_500);
    await machine.during(check(world));
    await checkViews(world);
    await machine.during(closeWorld(world));
    return { seed, faults: world.faults, plan: describePlan(plan), counts: countAll(world, plan.actions.length) };
  } finally {
    restoreRandom();
  }
}

async function check(world: World): Promise<void> {
  await checkEvents(world);
  await checkCommands(world);
  checkHeard(world);
  checkStreams(world);
  checkRelays(world);
  checkScripts(world);
}

function countAll(world: World, actions: number): WorldResult['counts'] {
  const { commands, servers, tabs, scripts } = world;
  const told = (outcome: string) => commands.filter((one) => one.outcome === outcome).length;
  return {
    actions,
    commands: commands.length,
    'of them done': told('done'),
    'not run': told('not-run'),
    'of unknown outcome': told('unknown'),
    'chat lines': servers.reduce((sum, { lines }) => sum + lines.length, 0),
    'shown on other servers': countRelays(world),
    'live messages by API tokens': scripts.reduce((sum, { browser }) => sum + browser.heard.length, 0),
    streams: tabs.reduce((sum, { browser }) => sum + browser.attempts.length, 0),
    'of them refused': tabs.reduce(
      (sum, { browser }) => sum + browser.attempts.filter((one) => one.status !== 200).length,
      0,
    ),
    'live messages': tabs.reduce((sum, { browser }) => sum + browser.heard.length, 0),
  };
}

/** Jitter comes from the seed, too. */
function seedMathRandom(seed: number): () => void {
  const real = Math.random;
  const random = seededRandom(seed + 7_919);
  Math.random = () => random.below(2 ** 32) / 2 ** 32;
  return () => void (Math.random = real);
}
