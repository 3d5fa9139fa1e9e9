import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { Stop } from '../stop.mjs';
import { npmProgram } from '../setup/npm-packages.mjs';
import { changesOf } from './change-log.mjs';

/** What the archive has of a checkout besides packages. Folders are copied whole. */
const contents = [
  'LICENSE',
  'README.md',
  'CHANGELOG.md',
  'SECURITY.md',
  'docs',
  'deploy/grafana',
  'deploy/prometheus',
  'deploy/nginx',
  'deploy/caddy',
  'apps/server/package.json',
  'apps/server/dist',
  'apps/server/src/db/migrations',
  'apps/server/src/platform/programs/guard',
  'apps/web/dist',
  'apps/agent/dist/agent.tgz',
  'apps/agent/dist/package-build.json',
  'tooling/tribehall.mjs',
  'tooling/paths.mjs',
  'tooling/programs.mjs',
  'tooling/service',
  'tooling/stop.mjs',
  'tooling/run',
  'tooling/setup/socket-address.mjs',
  'tooling/setup/start-settings.mjs',
];
/** Pictures are for readers of the repository; maps of the web app are not served. */
const leftOut = (/** @type {string} */ file) =>
  file.startsWith('docs/pictures') ||
  (file.startsWith('apps/web/') && file.endsWith('.map')) ||
  /\.test\.\w+$|\.built-from$|\/development\.mjs$/.test(file);
const workspaces = ['@tribehall/server', '@tribehall/web', 'tribehall-agent'];

/** @typedef {{ file: string, bytes: number }} ReleaseFile */

/**
 * Makes what operators install from a checkout that is built: an archive of the portal with its production packages, the
 * agent, a software bill of materials, the changes, and checksums of them all.
 * @param {string} root @param {string} folder its earlier contents are replaced @returns {Promise<ReleaseFile[]>}
 */
export async function makeRelease(root, folder) {
  const { version } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'));
  const bill = await readBill(root);
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder, { recursive: true });
  const work = fs.mkdtempSync(path.join(os.tmpdir(), 'tribehall-release-'));
  try {
    const name = `tribehall-${version}`;
    const staged = path.join(work, name);
    for (const entry of contents) copy(root, staged, entry);
    for (const entry of await productionPackages(root, ['@tribehall/server'])) {
      // What is below another package comes along with it.
      if (!entry.includes('/node_modules/')) copy(root, staged, entry);
    }
    writeProgram(staged, version);
    const billText = `${JSON.stringify(bill, null, 2)}\n`;
    fs.writeFileSync(path.join(staged, 'sbom.cdx.json'), billText);
    const archive = `${name}-${process.platform}-${process.arch}.tar.gz`;
    await pack(work, name, path.join(folder, archive));
    fs.copyFileSync(path.join(root, 'apps/agent/dist/agent.tgz'), path.join(folder, `tribehall-agent-${version}.tgz`));
    fs.writeFileSync(path.join(folder, `${name}.cdx.json`), billText);
    fs.writeFileSync(
      path.join(folder, 'CHANGES.md'),
      changesOf(fs.readFileSync(path.join(root, 'CHANGELOG.md'), 'utf8'), version),
    );
    return writeChecksums(folder);
  } finally {
    fs.rmSync(work, { recursive: true, force: true });
  }
}

/** @param {string} root @param {string} staged @param {string} entry */
function copy(root, staged, entry) {
  const from = path.join(root, entry);
  if (!fs.existsSync(from)) throw new Stop(`${entry} is missing: the checkout is not built.`);
  fs.cpSync(from, path.join(staged, entry), {
    recursive: true,
    filter: (source) => !leftOut(path.relative(root, source).replaceAll(path.sep, '/')),
  });
}

/** @param {string} staged @param {string} version */
function writeProgram(staged, version) {
  const manifest = { name: 'tribehall', version, private: true, type: 'module', license: 'MIT' };
  fs.writeFileSync(path.join(staged, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  fs.mkdirSync(path.join(staged, 'bin'));
  fs.copyFileSync(new URL('./tribehall.sh', import.meta.url), path.join(staged, 'bin/tribehall'));
  fs.chmodSync(path.join(staged, 'bin/tribehall'), 0o755);
}

/**
 * The bill of materials of everything that ships, also in the web app and the agent: CycloneDX, as npm writes it. npm's own
 * `--omit dev` leaves out what tests use as well, such as React.
 * @param {string} root @returns {Promise<any>}
 */
async function readBill(root) {
  const shipped = new Set(
    (await productionPackages(root, workspaces)).map((entry) => referenceOf(path.join(root, entry))),
  );
  const bill = JSON.parse(await npm(root, ['sbom', '--sbom-format', 'cyclonedx']));
  // npm names it after the folder of the checkout.
  bill.metadata.component.name = 'tribehall';
  const own = bill.metadata.component['bom-ref'];
  const isShipped = (/** @type {string} */ reference) => shipped.has(reference) || reference === own;
  return {
    ...bill,
    components: bill.components.filter((/** @type {any} */ component) => isShipped(component['bom-ref'])),
    dependencies: bill.dependencies
      .filter((/** @type {any} */ { ref }) => isShipped(ref))
      .map((/** @type {any} */ { ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter(isShipped) })),
  };
}

/** @param {string} folder of a package */
function referenceOf(folder) {
  const { name, version } = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'));
  return `${name}@${version}`;
}

/** Packages of types alone, which no program loads. */
const typesOnly = /node_modules\/(@types\/[^/]+|csstype|undici-types)$/;

/** The packages that workspaces need at run time, as paths in the checkout. @param {string} root @param {string[]} names */
async function productionPackages(root, names) {
  const chosen = names.flatMap((name) => ['--workspace', name]);
  const output = await npm(root, ['ls', '--parseable', '--all', '--omit', 'dev', ...chosen]);
  return output
    .split('\n')
    .map((line) => path.relative(root, line).replaceAll(path.sep, '/'))
    .filter((entry) => entry.startsWith('node_modules/') && !typesOnly.test(entry))
    .filter((entry) => !fs.lstatSync(path.join(root, entry)).isSymbolicLink())
    .toSorted();
}

/** @param {string} root @param {string[]} args */
const npm = (root, args) => run(process.execPath, [npmProgram(), ...args, '--loglevel', 'error'], root);

/** @param {string} work @param {string} name @param {string} archive */
function pack(work, name, archive) {
  const owner = ['--owner=0', '--group=0', '--numeric-owner', '--sort=name'];
  return run('tar', [...owner, '-czf', archive, '-C', work, '--', name], work);
}

/** @param {string} program @param {string[]} args @param {string} cwd */
async function run(program, args, cwd) {
  try {
    return (await promisify(execFile)(program, args, { cwd, maxBuffer: 64 * 1024 * 1024 })).stdout;
  } catch (error) {
    const { stderr = '' } = /** @type {{ stderr?: string }} */ (error);
    throw new Stop(`${stderr.trim()}\n${path.basename(program)} failed; nothing was released.`);
  }
}

/** @param {string} folder @returns {ReleaseFile[]} */
function writeChecksums(folder) {
  const files = fs.readdirSync(folder).toSorted();
  const lines = files.map((file) => {
    const hash = createHash('sha256').update(fs.readFileSync(path.join(folder, file)));
    return `${hash.digest('hex')}  ${file}\n`;
  });
  fs.writeFileSync(path.join(folder, 'SHA256SUMS'), lines.join(''));
  return [...files, 'SHA256SUMS'].map((file) => ({ file, bytes: fs.statSync(path.join(folder, file)).size }));
}
