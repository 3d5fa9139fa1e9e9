import path from 'node:path';
import { root } from './paths.mjs';
import { makeRelease } from './release/make-release.mjs';
import { readReleaseArguments } from './release/release-arguments.mjs';
import { command } from './run/command.mjs';
import { setUp } from './setup/set-up.mjs';

/** `npm run release [-- folder] [options]`: what operators install, for the system and processor of this machine. */
await command(async () => {
  const { folder, executables, hasDemoWorld } = readReleaseArguments(process.argv.slice(2));
  await setUp(root, {
    debian: [],
    targets: hasDemoWorld ? ['server', 'agent', 'web', 'world'] : ['server', 'agent', 'web'],
  });
  for (const { file, bytes } of await makeRelease(root, folder, { executables, hasDemoWorld })) {
    console.log(`${path.join(folder, file)}  ${(bytes / 1_000_000).toFixed(1)} MB`);
  }
});
