import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';

/** Which build it is, beside the program: its version, and a hash by which builds of one version differ. */
export const buildFile = 'package-build.json';

/**
 * Packs a bundled program so that `npx <file or address>` runs it: its files, and optional dependencies only.
 * @param {string} folder the workspace @param {string} distFolder holds main.js and what belongs to it
 * @param {string} fileName @param {Record<string, string>} optionalDependencies
 */
export function packProgram(folder, distFolder, fileName, optionalDependencies) {
  const { name, version, description, license, bin } = readManifest(folder);
  const program = Object.keys(bin)[0] ?? name;
  const manifest = {
    name,
    version,
    description,
    license,
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
  // Inside the package too: the program reports which build it is.
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

const blockBytes = 512;

/**
 * A gzipped tar file, the form in which npm takes a package. The same contents give the same bytes.
 * @param {{ name: string, contents: Buffer, isProgram?: boolean }[]} files names below 100 bytes
 */
export function makeTarball(files) {
  const blocks = files.flatMap(({ name, contents, isProgram }) => [
    header(name, contents.length, isProgram ? 0o755 : 0o644),
    contents,
    Buffer.alloc((blockBytes - (contents.length % blockBytes)) % blockBytes),
  ]);
  return zlib.gzipSync(Buffer.concat([...blocks, Buffer.alloc(2 * blockBytes)]), { level: 9 });
}

/** @param {string} name @param {number} size @param {number} mode */
function header(name, size, mode) {
  const block = Buffer.alloc(blockBytes);
  block.write(name, 0, 100, 'utf8');
  block.write(octal(mode, 8) + octal(0, 8) + octal(0, 8) + octal(size, 12) + octal(0, 12), 100, 'latin1');
  block.write('        0', 148, 'latin1');
  block.write('ustar\x0000', 257, 'latin1');
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return block;
}

/** @param {number} value @param {number} width */
function octal(value, width) {
  return `${value.toString(8).padStart(width - 1, '0')}\0`;
}
