import fs from 'node:fs';
import path from 'node:path';
import { root } from './paths.mjs';
import { command } from './run/command.mjs';
import { refuseSecondStart } from './run/data-folder.mjs';
import { runDevelopment } from './run/development.mjs';
import { setUp } from './setup/set-up.mjs';
import { decideStart, readEnvironment } from './setup/start-settings.mjs';

await command(async () => {
  const { dataDir, hasWorld } = decideStart(root, readEnvironment(root));
  await refuseSecondStart(dataDir);
  // The portal needs some built web app; the live one comes from Vite.
  const hasWeb = fs.existsSync(path.join(root, 'apps/web/dist/index.html'));
  await setUp(root, { debian: ['start'], targets: hasWeb ? [] : ['web'] });
  return runDevelopment(root, { hasWorld });
});
