import { expect, it } from 'vitest';
import { simulate } from './simulation.mjs';

const none = { portal: 0, database: 0 };

/** One portal with one core, a database that takes no time, no network. @param {Partial<import('./simulation.mjs').Model>} changes */
const model = (changes = {}) => ({
  agents: 1_000,
  portals: 1,
  databaseCores: 2,
  seconds: 60,
  seed: 7,
  eventsPerSecond: 0.1,
  batchMax: 200,
  batchGap: 0,
  heartbeatSeconds: 1_000,
  batch: none,
  event: { portal: 0.005, database: 0 },
  opening: { portal: 0.001, database: 0 },
  heartbeat: none,
  background: none,
  network: 0,
  reconnectSteps: [1, 2, 5, 10, 30],
  silence: 0,
  openingsPerSecond: 500,
  outages: [],
  ...changes,
});

it('is the same for the same seed, and another for another', () => {
  const outages = [{ portal: 0, at: 20, until: 30 }];
  const run = (/** @type {number} */ seed) => simulate(model({ portals: 3, outages, seed }));
  expect(run(1)).toEqual(run(1));
  expect(run(1)).not.toEqual(run(2));
});

it('loses no event, whatever fails', () => {
  const outages = [
    { portal: 0, at: 10, until: 40 },
    { portal: 1, at: 12, until: 20 },
    { portal: 2, at: 12, until: 25 },
  ];
  const { arrived, stored, waiting, backAfter } = simulate(model({ portals: 3, outages }));
  expect(stored + waiting).toBe(arrived);
  expect(waiting).toBeLessThan(20);
  expect(backAfter.length).toBeGreaterThanOrEqual(1_000);
});

it.each([0.3, 0.5, 0.8])('waits as an M/D/1 queue does at a load of %d', (load) => {
  const service = load / 100;
  const event = { portal: service, database: 0 };
  const { meanWait, portalLoad } = simulate(model({ seconds: 600, event }));
  const expected = (load * service) / (2 * (1 - load));
  expect(portalLoad).toBeCloseTo(load, 1);
  expect(meanWait / expected).toBeGreaterThan(0.9);
  expect(meanWait / expected).toBeLessThan(1.1);
});

it('sends what waits in batches, so that a portal catches up after an outage', () => {
  const outages = [{ portal: 0, at: 10, until: 40 }];
  const batch = { portal: 0.004, database: 0 };
  const { stored, waiting } = simulate(model({ seconds: 120, outages, batch, event: { portal: 0.0001, database: 0 } }));
  expect(stored).toBeGreaterThan(11_000);
  expect(waiting).toBeLessThan(50);
});

it('paces connections: so many a second are back, and no more', () => {
  const outages = [{ portal: 0, at: 10, until: 10.5 }];
  const { backAfter } = simulate(model({ outages, openingsPerSecond: 100 }));
  expect(backAfter).toHaveLength(1_000);
  expect(backAfter.at(-1)).toBeGreaterThan(9);
  expect(backAfter.filter((seconds) => seconds < 5).length).toBeLessThanOrEqual(500);
});

it('is the database that is full first, if it has the longer service time', () => {
  const event = { portal: 0.001, database: 0.03 };
  const { databaseLoad, portalLoad, waiting } = simulate(model({ event }));
  expect(databaseLoad).toBeGreaterThan(0.99);
  expect(portalLoad).toBeLessThan(0.2);
  expect(waiting).toBeGreaterThan(1_000);
});
