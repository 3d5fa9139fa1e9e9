import { expect, it } from 'vitest';
import { faultsReport } from '../report.mjs';
import { missingProgram } from './machines.mjs';
import { runMachines } from './run-machines.mjs';

const isDeep = process.env.TEST_DEPTH === 'deep';
const few = ['kill -9 portal 1, start again', 'restart the portals one after the other'];
const seed = 4;
const portalCount = isDeep ? 3 : 2;
/** `npm run faults` measures how soon pages are right on a machine that does nothing else; here, other tests run. */
const rightWithinMs = 60_000;

it.runIf(process.platform === 'linux')(
  'portals, PostgreSQL, NATS, S3 and nginx lose nothing acknowledged, and no request fails while the portals are restarted in turn',
  { timeout: 1_800_000 },
  async () => {
    expect(missingProgram()).toBeUndefined();
    const results = await runMachines({
      seed,
      rounds: 1,
      portalCount,
      rightWithinMs,
      faults: ({ name }) => isDeep || few.includes(name),
    });
    expect(
      results.flatMap(({ violations }) => violations),
      faultsReport(results, seed),
    ).toEqual([]);
    expect(results.length).toBeGreaterThanOrEqual(few.length);
    expect(Math.min(...results.map(({ acknowledged }) => acknowledged))).toBeGreaterThan(10);
  },
);
