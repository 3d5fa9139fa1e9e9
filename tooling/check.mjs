import { checkSteps, runSteps } from './check/steps.mjs';
import { root } from './paths.mjs';
import { command } from './run/command.mjs';
import { setUp } from './setup/set-up.mjs';

await command(async () => {
  await setUp(root, { debian: [], targets: [] });
  const failed = await runSteps(checkSteps(root));
  if (failed.length === 0) return 0;
  console.error(`\nFailed: ${failed.join(', ')}`);
  return 1;
});
