// Builds one target into a folder, as a process of its own: `node build-target.mjs <name> <folder>`.
import path from 'node:path';
import { root } from '../places.mjs';
import { bundleOptions } from './bundle.mjs';
import { compressFolder } from './compress.mjs';
import { packProgram, versionsOf } from './npm-package.mjs';
import { targets } from './targets.mjs';

const [name = '', distFolder = ''] = process.argv.slice(2);
const target = targets[/** @type {import('./targets.mjs').TargetName} */ (name)];
const folder = path.join(root, target.folder);

if (target.entries) {
  const { build } = await import('rolldown');
  await build(bundleOptions(folder, target, distFolder));
  if (target.tarball) packProgram(folder, distFolder, target.tarball, versionsOf(root, target.optional));
  await target.finish?.(distFolder);
} else {
  const { build } = await import('vite');
  process.chdir(folder);
  await build({ root: folder, build: { outDir: distFolder, emptyOutDir: true } });
  await compressFolder(distFolder);
}
