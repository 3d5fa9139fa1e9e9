import { root } from './paths.mjs';
import { command } from './run/command.mjs';
import { setUp } from './setup/set-up.mjs';
import { runBrowserTests, runUnitTests } from './test/run-tests.mjs';
import { sumUp } from './test/summary.mjs';

/** `npm test -- users` runs the unit tests of that name, `--unit` and `--e2e` only one kind; other arguments are passed on. */
await command(async () => {
  const args = process.argv.slice(2);
  const wanted = args.filter((arg) => arg !== '--unit' && arg !== '--e2e');
  const onlyBrowser = args.includes('--e2e');
  const onlyUnit = args.includes('--unit') || (wanted.length > 0 && !onlyBrowser);

  await setUp(root, { debian: ['start', 'test'], targets: ['server', 'world', 'agent', 'web'] });
  const results = [];
  if (!onlyBrowser) results.push(await runUnitTests(wanted));
  if (!onlyUnit) results.push(await runBrowserTests(wanted));

  const { text, exitCode } = sumUp(results);
  console.log(text);
  return exitCode;
});
