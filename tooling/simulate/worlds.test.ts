import fs from 'node:fs';
import { expect, it } from 'vitest';
import { isDeepRun } from '../../apps/server/src/testing/deep-run.ts';
import { startMachine } from './machine.ts';
import { openHall } from './portals.ts';
import { runWorld, type WorldResult } from './run-world.ts';

/** Worlds that share their portals and database, one after the other. */
const worldsPerHall = 20;
const portalCount = 2;

/** `npm run simulate` says which worlds, and where their results go. */
const { SIMULATE_SEEDS: given, SIMULATE_REPORT: report } = process.env;
const seeds = given?.split(',').map(Number) ?? Array.from({ length: isDeepRun ? 60 : 4 }, (_, index) => index + 1);
const groups = Array.from({ length: Math.ceil(seeds.length / worldsPerHall) }, (_, index) => ({
  own: seeds.slice(index * worldsPerHall, (index + 1) * worldsPerHall),
}));

async function runGroup(own: readonly number[]): Promise<WorldResult[]> {
  const machine = startMachine();
  try {
    const hall = await machine.during(openHall(machine, portalCount));
    const results: WorldResult[] = [];
    for (const seed of own) {
      const result = await runWorld(hall, seed);
      results.push(result);
      if (report !== undefined) fs.appendFileSync(report, `${JSON.stringify(result)}\n`);
      hall.app.logged.length = 0;
    }
    for (const portal of hall.portals) await machine.during(portal.stop());
    return results;
  } finally {
    machine.stop();
  }
}

it.each(groups)(
  'in worlds of cuts, restarts and lost rights, commands run once, events stay in order and nobody sees too much',
  { timeout: 1_200_000 },
  async ({ own }) => {
    const failed = (await runGroup(own)).filter(({ faults }) => faults.length > 0);
    const words = failed.map(({ seed, faults, plan }) =>
      [`npm run simulate -- --seed ${seed}`, ...faults, plan].join('\n'),
    );
    expect(words.join('\n\n')).toBe('');
  },
);
