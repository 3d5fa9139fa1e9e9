import { root } from './paths.mjs';
import { command } from './run/command.mjs';
import { setUp } from './setup/set-up.mjs';
import { runBrowserTests, runUnitTests } from './test/run-tests.mjs';
import { sumUp } from './test/summary.mjs';

/**
 * `npm test -- users` runs the unit tests of that name, `--unit` and `--e2e` only one kind; other arguments are passed on.
 * `--report` lists the slowest unit test files with what they spend.
 */
await command(async () => {
  const own = new Set(['--unit', '--e2e', '--report']);
  const args = process.argv.slice(2);
  const wanted = args.filter((arg) => !own.has(arg));
  const onlyBrowser = args.includes('--e2e');
  const onlyUnit = args.includes('--unit') || args.includes('--report') || (wanted.length > 0 && !onlyBrowser);

  await setUp(root, { debian: ['start', 'test'], targets: ['server', 'world', 'agent', 'web'] });
  const results = [];
  if (!onlyBrowser) results.push(await runUnitTests(wanted, { isReported: args.includes('--report') }));
  if (!onlyUnit) results.push(await runBrowserTests(wanted));

  const { text, exitCode } = sumUp(results);
  console.log(text);
  return exitCode;
});
