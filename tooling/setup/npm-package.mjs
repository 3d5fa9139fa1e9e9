import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { makeTarball } from './tarball.mjs';

/** Which build it is, beside the program: its version, and a hash by which builds of one version differ. */
const buildFile = 'package-build.json';

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
  const programs = fs
    .readdirSync(distFolder)
    .filter((file) => file.endsWith('.js'))
    .toSorted()
    .map((file) => ({ name: file, contents: fs.readFileSync(path.join(distFolder, file)) }));
  const files = [
    { name: 'package.json', contents: Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`) },
    ...programs,
  ];
  // Inside the package too: the program says which build it is.
  const build = { name: buildFile, contents: Buffer.from(JSON.stringify({ version, build: hashOf(files) })) };
  fs.writeFileSync(path.join(distFolder, buildFile), build.contents);
  const tarball = makeTarball(
    [...files, build].map((file) => ({ ...file, name: `package/${file.name}`, isProgram: file.name === 'main.js' })),
  );
  fs.writeFileSync(path.join(distFolder, fileName), tarball);
}

/** @param {{ name: string, contents: Buffer }[]} files */
function hashOf(files) {
  const hash = createHash('sha256');
  for (const { name, contents } of files) hash.update(`${name}\0${contents.length}\0`).update(contents);
  return hash.digest('hex').slice(0, 10);
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
