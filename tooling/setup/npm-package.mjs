import fs from 'node:fs';
import path from 'node:path';
import { makeTarball } from './tarball.mjs';

/**
 * Packs a bundled program so that `npx <file or address>` runs it: its files, and no dependencies that it cannot do
 * without.
 * @param {string} folder the workspace @param {string} distFolder holds main.js and what belongs to it
 * @param {string} fileName @param {Record<string, string>} optionalDependencies
 */
export function packProgram(folder, distFolder, fileName, optionalDependencies) {
  const { name, version, description, bin } = readManifest(folder);
  const program = Object.keys(bin)[0] ?? name;
  const manifest = {
    name,
    version,
    description,
    type: 'module',
    bin: { [program]: 'main.js' },
    engines: { node: '>=20.19' },
    optionalDependencies,
  };
  const files = fs.readdirSync(distFolder).filter((file) => file.endsWith('.js'));
  const tarball = makeTarball([
    { name: 'package/package.json', contents: Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`) },
    ...files.toSorted().map((file) => ({
      name: `package/${file}`,
      contents: fs.readFileSync(path.join(distFolder, file)),
      isProgram: file === 'main.js',
    })),
  ]);
  fs.writeFileSync(path.join(distFolder, fileName), tarball);
}

/**
 * The exact versions that a workspace has of some packages.
 * @param {string} root @param {import('./targets.mjs').Target['optional']} optional
 */
export function versionsOf(root, optional = { workspace: '', packages: [] }) {
  const { dependencies = {} } = readManifest(path.join(root, optional.workspace));
  return Object.fromEntries(optional.packages.map((name) => [name, dependencies[name]]));
}

/** @param {string} folder */
function readManifest(folder) {
  return JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'));
}
