import path from 'node:path';
import { root } from './paths.mjs';
import { makeRelease } from './release/make-release.mjs';
import { command } from './run/command.mjs';
import { setUp } from './setup/set-up.mjs';

/** `npm run release [-- folder]`: what operators install, for the system and processor of this machine. */
await command(async () => {
  const folder = path.resolve(process.argv[2] ?? path.join(root, 'release'));
  await setUp(root, { debian: [], targets: ['server', 'agent', 'web'] });
  for (const { file, bytes } of await makeRelease(root, folder)) {
    console.log(`${path.join(folder, file)}  ${(bytes / 1_000_000).toFixed(1)} MB`);
  }
});
