import { execFile } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { isSea } from 'node:sea';
import { promisify } from 'node:util';

const installMs = 60_000;

/**
 * Provides the optional npm packages of a program in `folder`. Those of the running agent are used where they have the same
 * version; otherwise npm fetches them. Returns where they are, if not in the folder.
 */
export async function providePackages(
  folder: string,
  wanted: Record<string, string>,
  warn: (sentence: string) => void,
): Promise<string | undefined> {
  // The Node.js inside an executable brings SQLite, and no npm.
  if (isSea()) return undefined;
  const names = Object.keys(wanted);
  const found = names.map((name) => findPackage(name));
  const shared = found.find((each) => each !== undefined)?.packages;
  if (names.every((name, index) => found[index]?.version === wanted[name])) return shared;
  const failure = await install(
    folder,
    names.map((name) => `${name}@${wanted[name]}`),
  );
  if (failure === undefined) return undefined;
  warn(`npm could not fetch ${names.join(', ')}, so saves of Survival Ascended may not be read: ${failure}`);
  return shared;
}

function findPackage(name: string): { version: string; packages: string } | undefined {
  try {
    const entry = createRequire(import.meta.url).resolve(name);
    const end = entry.lastIndexOf(path.join('node_modules', name));
    const packages = entry.slice(0, end + 'node_modules'.length);
    const manifest = JSON.parse(fs.readFileSync(path.join(packages, name, 'package.json'), 'utf8')) as unknown;
    return { version: String((manifest as { version?: unknown }).version), packages };
  } catch {
    return undefined;
  }
}

/** Returns why it failed. */
async function install(folder: string, packages: string[]): Promise<string | undefined> {
  const npm = npmProgram();
  if (npm === undefined) return 'there is no npm beside Node.';
  const options = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel', 'error'];
  try {
    const args = [npm, 'install', '--prefix', folder, ...options, ...packages];
    await promisify(execFile)(process.execPath, args, { cwd: folder, timeout: installMs });
    return undefined;
  } catch (error) {
    return (error as Error).message.split('\n').at(-1);
  }
}

/** The npm that came with this Node, if there is one. */
export function npmProgram(): string | undefined {
  const program = 'npm/bin/npm-cli.js';
  const beside = path.dirname(process.execPath);
  const paths = [
    path.join(beside, 'node_modules', program),
    path.join(beside, '../lib/node_modules', program),
    path.join('/usr/share/nodejs', program),
  ];
  return paths.find((file) => fs.existsSync(file));
}
