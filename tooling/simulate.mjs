import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { root } from './paths.mjs';
import { command } from './run/command.mjs';
import { withStopSignal } from './run/stop-signals.mjs';
import { setUp } from './setup/set-up.mjs';
import { Stop } from './stop.mjs';
import { placeTempFiles } from './test/temp-folder.mjs';

/**
 * `npm run simulate` runs 1,000 worlds of portals, agents and browsers on a virtual clock, and lists those in which
 * something did not hold. `--seed 7` runs that world alone, `--seed 7 --worlds 50` those from there on.
 */
await command(async () => {
  const { values } = parseArgs({
    options: { worlds: { type: 'string' }, seed: { type: 'string' }, workers: { type: 'string', default: '2' } },
  });
  const first = Number(values.seed ?? 1);
  const worlds = Number(values.worlds ?? (values.seed === undefined ? 1_000 : 1));
  const workers = Number(values.workers);
  if (!Number.isInteger(first)) throw new Stop('--seed is a whole number.');
  if (!Number.isInteger(worlds) || worlds < 1) throw new Stop('--worlds is a number from 1.');
  if (!Number.isInteger(workers) || workers < 1) throw new Stop('--workers is a number from 1.');
  await setUp(root, { debian: ['start', 'test'], targets: [] });
  const { runShards } = await import('./simulate/run-shards.mjs');
  const { simulationReport } = await import('./simulate/report.mjs');
  const removeTempFolder = placeTempFiles();
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'simulate-report-'));
  const startedAt = performance.now();
  try {
    const seeds = Array.from({ length: worlds }, (_, index) => first + index);
    const onProgress = (/** @type {number} */ done, /** @type {number} */ failed) =>
      console.log(`${done} of ${worlds} worlds, ${failed} with faults`);
    const { results, output } = await withStopSignal((signal) =>
      runShards({ seeds, workers, folder, onProgress, signal }),
    );
    const { text, exitCode } = simulationReport(results, { worlds, seconds: (performance.now() - startedAt) / 1000 });
    console.log(text);
    if (results.length < worlds) console.error(output);
    return exitCode;
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
    removeTempFolder();
  }
});
