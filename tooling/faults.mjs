import { parseArgs } from 'node:util';
import { root } from './paths.mjs';
import { command } from './run/command.mjs';
import { withStopSignal } from './run/stop-signals.mjs';
import { setUp } from './setup/set-up.mjs';
import { Stop } from './stop.mjs';

/**
 * `npm run faults` runs the product under a recorded load, causes faults one after the other, and lists what must hold and
 * did not: acknowledged writes that are lost, commands that ran twice, replies that nothing explains, processes that exit.
 * `--only kill,pause` causes some kinds of faults; `machines`, only when it is named, runs three portals with PostgreSQL, NATS, S3
 * and nginx instead, and kills each in turn. `--rounds 3` all of them three times, `--seed 7` at other moments.
 */
await command(async () => {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string', default: '1' },
      rounds: { type: 'string', default: '1' },
      only: { type: 'string', default: '' },
    },
  });
  const [seed, rounds] = [Number(values.seed), Number(values.rounds)];
  if (!Number.isInteger(seed)) throw new Stop('--seed is a whole number.');
  if (!Number.isInteger(rounds) || rounds < 1) throw new Stop('--rounds is a number from 1.');
  if (process.platform !== 'linux') throw new Stop('This needs Linux.');
  const isForMachines = values.only === 'machines';
  await setUp(root, {
    debian: isForMachines ? ['start', 'test'] : ['start'],
    targets: ['server', 'world', 'agent'],
  });
  const { kinds } = await import('./faults/kinds/kinds.mjs');
  const { runFaults } = await import('./faults/run-faults.mjs');
  const { faultsReport, progressLine } = await import('./faults/report.mjs');
  if (isForMachines) return runSeveral(seed, rounds);
  const names = /** @type {(keyof typeof kinds)[]} */ (values.only ? values.only.split(',') : Object.keys(kinds));
  const unknown = names.find((name) => !(name in kinds));
  if (unknown) throw new Stop(`There is no kind of faults "${unknown}": ${Object.keys(kinds).join(', ')}.`);
  const results = await withStopSignal((signal) =>
    runFaults({ seed, rounds, only: names, signal, onResult: (result) => console.log(progressLine(result)) }),
  );
  console.log(faultsReport(results, seed));
  return results.some(({ violations }) => violations.length > 0) ? 1 : 0;
});

/** @param {number} seed @param {number} rounds */
async function runSeveral(seed, rounds) {
  const { missingProgram } = await import('./faults/machines/machines.mjs');
  const missing = missingProgram();
  if (missing) throw new Stop(`${missing} is missing.`);
  const { runMachines } = await import('./faults/machines/run-machines.mjs');
  const { faultsReport, progressLine } = await import('./faults/report.mjs');
  const results = await withStopSignal((signal) =>
    runMachines({ seed, rounds, signal, onResult: (result) => console.log(progressLine(result)) }),
  );
  console.log(faultsReport(results, seed));
  return results.some(({ violations }) => violations.length > 0) ? 1 : 0;
}
