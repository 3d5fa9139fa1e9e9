// Builds one target into a folder, in a separate process: `node build-target.mjs <name> <folder>`.
import fs from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { root } from '../paths.mjs';
import { bundleOptions } from './bundle.mjs';
import { packProgram, versionsOf } from './npm-package.mjs';
import { simplifySourceMaps } from './source-maps.mjs';
import { targets } from './targets.mjs';

const textFile = /\.(js|mjs|css|html|svg|json|txt|xml|webmanifest)$/;
/** Below this a compressed copy saves no packet. */
const smallestBytes = 1_024;

const [name = '', distFolder = ''] = process.argv.slice(2);
const target = targets[/** @type {import('./targets.mjs').TargetName} */ (name)];
const folder = path.join(root, target.folder);

if (target.entries) {
  const { build } = await import('rolldown');
  await build(bundleOptions(folder, target, distFolder));
  await simplifySourceMaps(distFolder);
  if (target.tarball) packProgram(folder, distFolder, target.tarball, versionsOf(root, target.optional));
  await target.finish?.(distFolder);
} else {
  const { build } = await import('vite');
  process.chdir(folder);
  await build({ root: folder, build: { outDir: distFolder, emptyOutDir: true } });
  await compressFolder(distFolder);
}

/** Puts a .br and a .gz beside every text file worth it, so that the portal never compresses them. @param {string} folder */
async function compressFolder(folder) {
  const entries = await fs.readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && textFile.test(entry.name));
  await Promise.all(files.map((entry) => compressFile(path.join(entry.parentPath, entry.name))));
}

/** @param {string} file */
async function compressFile(file) {
  const contents = await fs.readFile(file);
  if (contents.length < smallestBytes) return;
  const params = {
    [zlib.constants.BROTLI_PARAM_QUALITY]: zlib.constants.BROTLI_MAX_QUALITY,
    [zlib.constants.BROTLI_PARAM_SIZE_HINT]: contents.length,
  };
  const [brotli, gzip] = await Promise.all([
    promisify(zlib.brotliCompress)(contents, { params }),
    promisify(zlib.gzip)(contents, { level: 9 }),
  ]);
  await Promise.all([fs.writeFile(`${file}.br`, brotli), fs.writeFile(`${file}.gz`, gzip)]);
}
