import { expect, it } from 'vitest';
import { startMachine } from './machine.ts';
import { openHall } from './portals.ts';
import { runWorld } from './run-world.ts';

const worlds = Number(process.env['SIMULATE_WORLDS'] ?? 3);
const first = Number(process.env['SIMULATE_SEED'] ?? 1);

it('holds', async () => {
  const hr = process.hrtime.bigint.bind(process.hrtime);
  const machine = startMachine();
  try {
    const hall = await machine.during(openHall(machine, 2));
    for (let seed = first; seed < first + worlds; seed += 1) {
      const from = hr();
      const cpu = process.cpuUsage();
      const { faults, plan, counts } = await runWorld(hall, seed);
      const { user, system } = process.cpuUsage(cpu);
      console.log(seed, Number(hr() - from) / 1e6, 'cpu', (user + system) / 1e3, machine.nowMs(), machine.stuckCount(), JSON.stringify(counts), faults);
      if (faults.length > 0 && process.env['PLAN']) console.log(plan);
      hall.app.logged.length = 0;
    }
    for (const portal of hall.portals) await machine.during(portal.stop());
  } finally {
    machine.stop();
  }
  expect(1).toBe(1);
}, 600_000);
