import { root } from './places.mjs';
import { command } from './run/command.mjs';
import { refuseSecondStart } from './run/data-folder.mjs';
import { runProduct } from './run/product.mjs';
import { setUp } from './setup/set-up.mjs';
import { decideStart, readEnvironment } from './setup/start-settings.mjs';

await command(async () => {
  const { dataDir, hasWorld } = decideStart(root, readEnvironment(root));
  await refuseSecondStart(dataDir);
  await setUp(root, { debian: ['start'], targets: ['server', 'world', 'agent', 'web'] });
  return runProduct(root, { hasWorld, dataDir });
});
