import fs from 'node:fs';
import path from 'node:path';
import { makeTarball } from './tarball.mjs';

/**
 * Packs a bundled program so that `npx <file or address>` runs it: one file, no dependencies to fetch.
 * @param {string} folder the workspace @param {string} distFolder holds its main.js @param {string} fileName
 */
export function packProgram(folder, distFolder, fileName) {
  const { name, version, description, bin } = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const program = Object.keys(bin)[0] ?? name;
  const manifest = {
    name,
    version,
    description,
    type: 'module',
    bin: { [program]: 'main.js' },
    engines: { node: '>=20.19' },
  };
  const tarball = makeTarball([
    { name: 'package/package.json', contents: Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`) },
    { name: 'package/main.js', contents: fs.readFileSync(path.join(distFolder, 'main.js')), isProgram: true },
  ]);
  fs.writeFileSync(path.join(distFolder, fileName), tarball);
}
