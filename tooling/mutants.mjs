import { root } from './paths.mjs';
import { command } from './run/command.mjs';
import { setUp } from './setup/set-up.mjs';

/**
 * `npm run test:mutants` changes the code in 100 places, one at a time, and lists the changes that no test notices.
 * `--count 20` tries fewer, `--seed other` chooses others, `--only players` those in files of that name.
 */
await command(async () => {
  await setUp(root, { debian: ['start', 'test'], targets: ['server', 'world', 'agent', 'web'] });
  const { runMutants } = await import('./mutants/run-mutants.mjs');
  return runMutants(process.argv.slice(2));
});
