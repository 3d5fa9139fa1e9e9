import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { root } from './paths.mjs';
import { command } from './run/command.mjs';
import { setUp } from './setup/set-up.mjs';
import { Stop } from './stop.mjs';

/** From so many requests on, memory and the answers to others count, too. */
const fullRun = 50_000;
/** Twice as many come first: by then, what is loaded and compiled on first use is, and what is stored up to a limit has reached it. */
const warmUpShare = 2;

/**
 * `npm run fuzz` sends 50,000 random requests to every call of a portal with the demo world, as every role, and lists
 * answers that are wrong whatever was asked, and what the memory grew by. It fails if there are any, and if the memory grew or others
 * waited too much. `--requests 1000` sends fewer, and then only wrong answers count; `--seed 7` others.
 */
await command(async () => {
  const { values } = parseArgs({
    options: { requests: { type: 'string', default: String(fullRun) }, seed: { type: 'string', default: '1' } },
  });
  const [requests, seed] = [Number(values.requests), Number(values.seed)];
  if (!Number.isInteger(requests) || requests < 1) throw new Stop('--requests is a number from 1.');
  if (!Number.isInteger(seed)) throw new Stop('--seed is a whole number.');
  await setUp(root, { debian: ['start'], targets: ['server', 'world', 'agent'] });
  const { withDataFolder, logIn } = await import('./bench/portal.mjs');
  const { withDemoWorld } = await import('./bench/demo-world.mjs');
  const { freePort, openInspector } = await import('./bench/inspector.mjs');
  const { readRssKb, runFuzz } = await import('./fuzz/run-fuzz.mjs');
  const { findExceeded, fuzzReport } = await import('./fuzz/report.mjs');
  const inspectorPort = await freePort();
  const result = await withDataFolder((folder) =>
    withDemoWorld(
      folder,
      async (url, pid) => {
        const inspector = await openInspector(inspectorPort);
        /** @type {number[]} */
        const heapMib = [];
        const account = (/** @type {any} */ name) => logIn(url, name);
        const settle = async () => {
          await inspector.loadSourceMaps(builtFiles());
          await untilSteady(inspector.collectGarbage, () => readRssKb(pid));
          heapMib.push(await inspector.heapMib());
        };
        const found = await runFuzz({
          url,
          pid,
          requests,
          seed,
          warmUp: Math.ceil(requests * warmUpShare),
          logIn: account,
          settle,
        });
        inspector.close();
        return { ...found, heapMib };
      },
      // The real one asks the internet.
      { YTDLP_UPDATE: '/bin/echo,Nothing newer was found.' },
      [`--inspect=127.0.0.1:${inspectorPort}`],
    ),
  );
  console.log(fuzzReport(result, seed));
  const exceeded = requests >= fullRun ? findExceeded(result) : [];
  for (const text of exceeded) console.error(text);
  return result.faults.length + exceeded.length > 0 ? 1 : 0;
});

function builtFiles() {
  const folder = path.join(root, 'apps/server/dist');
  return fs.readdirSync(folder).map((file) => path.join(folder, file));
}

/** Collects garbage until that no longer gives back memory. @param {() => Promise<void>} collect @param {() => number} read */
async function untilSteady(collect, read) {
  for (let before = Number.POSITIVE_INFINITY, left = 10; left > 0; left -= 1) {
    await collect();
    const now = read();
    if (now > before * 0.998) return;
    before = now;
  }
}
