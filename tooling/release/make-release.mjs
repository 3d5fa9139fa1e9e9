import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { Stop } from '../stop.mjs';
import { npmProgram } from '../setup/npm-packages.mjs';
import { changesOf } from './change-log.mjs';
import { makeExecutables } from './executables.mjs';
import { executableTargets, FetchStop, nodeComponent, nodeLicense } from './node-program.mjs';
import { productionPackages } from './production-packages.mjs';
import { withoutExecutables } from './release-arguments.mjs';

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
/** Pictures are for readers of the repository; maps of the web app are not served; benchmarks read big saves. */
const leftOut = (/** @type {string} */ file) =>
  file.startsWith('docs/pictures') ||
  (file.startsWith('apps/web/') && file.endsWith('.map')) ||
  /\.test\.\w+$|\.built-from$|\/development\.mjs$|^apps\/world\/dist\/big-save\./.test(file);
const workspaces = ['@tribehall/server', '@tribehall/web', 'tribehall-agent'];
/** What comes with the demo world: its programs, and the agent beside its game servers. */
const demoWorld = {
  contents: ['apps/world/package.json', 'apps/world/dist', 'apps/agent/dist'],
  workspace: '@tribehall/world',
};

/** @typedef {{ file: string, bytes: number }} ReleaseFile */
/**
 * All targets, unless others are given. Tests have stand-ins for what makes them.
 * @typedef {{ executables?: readonly import('./node-program.mjs').Target[], make?: typeof makeExecutables, license?: typeof nodeLicense }} Executables
 */

/**
 * Makes what operators install from a checkout that is built: an archive of the portal with its production packages, the
 * agent, executables of it with Node.js inside, a software bill of materials, the changes, and checksums of them all.
 * @param {string} root @param {string} folder its earlier contents are replaced
 * @param {Executables & { hasDemoWorld?: boolean, compression?: number }} [options] `compression` of gzip: 1 is fast, 9 is small
 * @returns {Promise<ReleaseFile[]>}
 */
export async function makeRelease(root, folder, { hasDemoWorld = false, compression = 6, ...executables } = {}) {
  const { version } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'));
  const changes = changesOf(fs.readFileSync(path.join(root, 'CHANGELOG.md'), 'utf8'), version);
  const work = fs.mkdtempSync(path.join(os.tmpdir(), 'tribehall-release-'));
  // Beside it, so that it only has to be renamed: one that cannot be completed leaves the earlier release as it is.
  const made = `${folder}.new`;
  try {
    const name = `tribehall-${version}`;
    const bill = await stageRelease(root, path.join(work, name), { version, hasDemoWorld });
    fs.rmSync(made, { recursive: true, force: true });
    fs.mkdirSync(made, { recursive: true });
    const archive = `${name}-${process.platform}-${process.arch}.tar.gz`;
    await pack(work, name, { archive: path.join(made, archive), compression });
    fs.copyFileSync(path.join(root, 'apps/agent/dist/agent.tgz'), path.join(made, `tribehall-agent-${version}.tgz`));
    fs.writeFileSync(path.join(made, 'CHANGES.md'), changes);
    await completeRelease(root, made, { version, bill, ...executables });
    const files = writeChecksums(made);
    fs.rmSync(folder, { recursive: true, force: true });
    fs.renameSync(made, folder);
    return files;
  } finally {
    fs.rmSync(work, { recursive: true, force: true });
    fs.rmSync(made, { recursive: true, force: true });
  }
}

/**
 * Fills a folder with what the archive has, and returns the bill of materials.
 * @param {string} root @param {string} staged @param {{ version: string, hasDemoWorld: boolean }} options
 */
export async function stageRelease(root, staged, { version, hasDemoWorld }) {
  const added = hasDemoWorld ? [demoWorld] : [];
  const bill = await readBill(root, [...workspaces, ...added.map(({ workspace }) => workspace)]);
  for (const entry of [...contents, ...added.flatMap((each) => each.contents)]) copy(root, staged, entry);
  const programs = ['@tribehall/server', ...added.map(({ workspace }) => workspace)];
  for (const entry of productionPackages(root, programs)) {
    // What is below another package comes along with it.
    if (!entry.includes('/node_modules/')) copy(root, staged, entry);
  }
  writeProgram(staged, version);
  fs.writeFileSync(path.join(staged, 'sbom.cdx.json'), `${JSON.stringify(bill, null, 2)}\n`);
  return bill;
}

const withoutThem = `\`npm run release -- ${withoutExecutables}\` makes a release without executables.`;

/**
 * Adds the executables, with the license of what is in them, and the bill of materials, which names it.
 * @param {string} root @param {string} folder @param {Executables & { version: string, bill: any }} options
 */
export async function completeRelease(root, folder, options) {
  const { version, bill, executables = executableTargets, make = makeExecutables, license = nodeLicense } = options;
  const name = `tribehall-agent-${version}`;
  const made = await make(root, { folder, name, wanted: executables }).catch((error) => {
    if (!(error instanceof FetchStop)) throw error;
    throw new Stop(`${error.message} Nothing was released. ${withoutThem}`);
  });
  if (made.length < executables.length)
    throw new Stop(
      `Executables cannot be made on ${process.platform}-${process.arch}. Nothing was released. ${withoutThem}`,
    );
  if (made.length > 0) {
    fs.copyFileSync(license(root), path.join(folder, 'LICENSE-nodejs.txt'));
    bill.components.push(...executables.map(nodeComponent));
  }
  fs.writeFileSync(path.join(folder, `tribehall-${version}.cdx.json`), `${JSON.stringify(bill, null, 2)}\n`);
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
 * @param {string} root @param {string[]} names of the workspaces that ship @returns {Promise<any>}
 */
async function readBill(root, names) {
  const packages = productionPackages(root, names);
  const shipped = new Set(packages.map((entry) => referenceOf(path.join(root, entry))));
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

/** @param {string} root @param {string[]} args */
const npm = (root, args) => run(process.execPath, [npmProgram(), ...args, '--loglevel', 'error'], root);

/** @param {string} work @param {string} name @param {{ archive: string, compression: number }} options */
function pack(work, name, { archive, compression }) {
  const owner = ['--owner=0', '--group=0', '--numeric-owner', '--sort=name'];
  const gzip = `--use-compress-program=gzip -${compression}`;
  return run('tar', [...owner, gzip, '-cf', archive, '-C', work, '--', name], work);
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
