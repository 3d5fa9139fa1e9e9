import { root } from './paths.mjs';
import { command } from './run/command.mjs';
import { refuseSecondStart } from './run/data-folder.mjs';
import { endNodePrograms } from './run/node-program.mjs';
import { runProduct } from './run/product.mjs';
import { onStopSignal } from './run/stop-signals.mjs';
import { setUp } from './setup/set-up.mjs';
import { decideStart, readEnvironment } from './setup/start-settings.mjs';

/** Until the product runs, only installers and builds have to be ended. */
const endSetUp = () => void endNodePrograms().then(() => process.exit(0));

await command(async () => {
  const { dataDir, hasWorld } = decideStart(root, readEnvironment(root));
  const stopListening = onStopSignal({ stop: endSetUp, kill: endSetUp });
  await refuseSecondStart(dataDir);
  await setUp(root, { debian: ['start'], targets: ['server', 'world', 'agent', 'web'] });
  stopListening();
  return runProduct(root, { hasWorld, dataDir });
});
