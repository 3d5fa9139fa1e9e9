import path from 'node:path';
import { expect, it } from 'vitest';
import { faultsReport } from './report.mjs';
import { runFaults } from './run-faults.mjs';

const isDeep = process.env.TEST_DEPTH === 'deep';
const few = ['kill -9 portal', 'kill -9 agent', 'agent to portal: cut in the middle of a message'];
const seed = isDeep ? 3 : 2;

it.runIf(process.platform === 'linux')(
  'nothing acknowledged is lost and nothing runs twice while the portal is killed and its line to the agent cut',
  { timeout: 1_800_000 },
  async () => {
    const results = await runFaults({
      seed,
      rounds: 1,
      only: isDeep ? ['kill', 'pause', 'cut'] : ['kill', 'cut'],
      faults: ({ name }) => isDeep || few.includes(name),
    });
    expect(
      results.flatMap(({ violations }) => violations),
      faultsReport(results, seed),
    ).toEqual([]);
    // The faults have hit something, and the load has written.
    expect(results.find(({ name }) => name === 'kill -9 portal')?.refused).toBeGreaterThan(0);
    expect(results.map(({ name }) => name)).toEqual(expect.arrayContaining(few));
    const loaded = results.filter(({ kind }) => kind !== 'end');
    expect(Math.min(...loaded.map(({ acknowledged }) => acknowledged))).toBeGreaterThan(10);
  },
);

it.runIf(process.platform === 'linux' && isDeep)(
  'a portal that acknowledges before it has stored something is found',
  { timeout: 600_000 },
  async () => {
    const portalMain = path.join(import.meta.dirname, 'inside/hasty-portal.mjs');
    const results = await runFaults({
      seed,
      rounds: 1,
      only: ['kill'],
      faults: ({ name }) => name === few[0],
      portalMain,
    });
    expect(results[0]?.lost, faultsReport(results, seed)).toBeGreaterThan(0);
    expect(results[0]?.violations).toContainEqual(expect.stringMatching(/^note: acknowledged and lost: \d/));
  },
);
