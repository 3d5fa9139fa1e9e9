import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { makeFolder } from '../testing/folder.fixture.ts';
import { createTestLog } from '../testing/log.fixture.ts';
import { agentVersion } from '../version.ts';
import { type Choice, readChoice, writeChoice } from './chosen-program.ts';
import { launch, type RunOutcome } from './launcher.ts';

/** A state folder in which a program was chosen, and a launcher that counts how often it runs the agent itself. */
function setUp(main: string, choice: Partial<Choice> = {}) {
  const stateDir = makeFolder();
  const folder = path.join(stateDir, 'programs/9.0.0-0123456789');
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(path.join(folder, 'main.js'), main);
  writeChoice(stateDir, { program: { version: '9.0.0+0123456789', folder }, isProven: false, ...choice });
  const log = createTestLog();
  let runs = 0;
  const runHere = (): Promise<RunOutcome> => {
    runs += 1;
    return Promise.resolve('stopped');
  };
  const run = (trialMs?: number) => launch({ stateDir, args: [], runHere, log: () => log, trialMs });
  return { stateDir, log, run, runs: () => runs };
}

it('ends an update that never connects, and runs itself again', async () => {
  const { stateDir, run, runs } = setUp('setInterval(() => {}, 1000)');
  expect(await run(100)).toBe(0);
  expect([runs(), readChoice(stateDir)]).toEqual([1, undefined]);
});

it('runs an update that has connected, with its exit code, and remembers it', async () => {
  const { stateDir, run, runs } = setUp('process.send({ type: "connected" }, () => process.exit(3))');
  expect([await run(), await run(), runs()]).toEqual([3, 3, 0]);
  expect(readChoice(stateDir)).toMatchObject({ isProven: true, launchedBy: agentVersion });
});

it('runs itself instead of an update that another version has launched', async () => {
  const { stateDir, run, runs } = setUp('process.exit(3)', { isProven: true, launchedBy: '0.0.9' });
  expect([await run(), runs(), readChoice(stateDir)]).toEqual([0, 1, undefined]);
});

it('ignores a choice that is damaged or whose program is gone', async () => {
  const { stateDir, run, runs } = setUp('process.exit(3)', { isProven: true });
  fs.rmSync(path.join(stateDir, 'programs/9.0.0-0123456789'), { recursive: true });
  expect([await run(), runs()]).toEqual([0, 1]);
  fs.writeFileSync(path.join(stateDir, 'programs/current.json'), '{');
  expect([await run(), runs()]).toEqual([0, 2]);
});
