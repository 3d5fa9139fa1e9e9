import { parseArgs } from 'node:util';
import { root } from './paths.mjs';
import { command } from './run/command.mjs';
import { setUp } from './setup/set-up.mjs';
import { Stop } from './stop.mjs';

/**
 * `npm run fuzz` sends 50,000 random requests to every call of a portal with the demo world, as every role, and lists
 * answers that are wrong whatever was asked. `--requests 1000` sends fewer, `--seed 7` others.
 */
await command(async () => {
  const { values } = parseArgs({
    options: { requests: { type: 'string', default: '50000' }, seed: { type: 'string', default: '1' } },
  });
  const [requests, seed] = [Number(values.requests), Number(values.seed)];
  if (!Number.isInteger(requests) || requests < 1) throw new Stop('--requests is a number from 1.');
  if (!Number.isInteger(seed)) throw new Stop('--seed is a whole number.');
  await setUp(root, { debian: ['start'], targets: ['server', 'world', 'agent'] });
  const { withDataFolder, logIn } = await import('./bench/portal.mjs');
  const { withDemoWorld } = await import('./bench/demo-world.mjs');
  const { freePort, openInspector } = await import('./bench/inspector.mjs');
  const { runFuzz } = await import('./fuzz/run-fuzz.mjs');
  const { fuzzReport } = await import('./fuzz/report.mjs');
  const inspectorPort = await freePort();
  const result = await withDataFolder((folder) =>
    withDemoWorld(
      folder,
      async (url, pid) => {
        const { collectGarbage, close } = await openInspector(inspectorPort);
        const account = (/** @type {any} */ name) => logIn(url, name);
        const found = await runFuzz({ url, pid, requests, seed, logIn: account, settle: collectGarbage });
        close();
        return found;
      },
      // The real one asks the internet.
      { YTDLP_UPDATE: '/bin/echo,Nothing newer was found.' },
      [`--inspect=127.0.0.1:${inspectorPort}`],
    ),
  );
  console.log(fuzzReport(result, seed));
  return result.faults.length > 0 ? 1 : 0;
});
