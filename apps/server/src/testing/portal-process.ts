import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { serverRoot } from '../platform/server-root.ts';

type ProcessOptions = {
  settings?: Record<string, string>;
  uid?: number;
  program?: 'main' | 'admin';
  args?: string[];
  /** Of another version than this one. */
  root?: string;
};

export type PortalProcess = {
  child: ChildProcess;
  output: () => string;
  /** The address once it is ready; rejects with its output if it ends before. */
  ready: () => Promise<string>;
  exit: () => Promise<number | null>;
  stop: (signal?: NodeJS.Signals) => Promise<number | null>;
};

/** The built product as a process, as `npm start` runs it. */
export function spawnPortal(dataDir: string, options: ProcessOptions = {}): PortalProcess {
  const program = join(options.root ?? serverRoot, 'dist', `${options.program ?? 'main'}.js`);
  const { PATH = '' } = process.env;
  const child = spawn(process.execPath, [program, ...(options.args ?? [])], {
    cwd: tmpdir(),
    env: { PATH, PORT: '0', DATA_DIR: dataDir, TRIBEHALL_WORLD: 'off', ...options.settings },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(options.uid === undefined ? {} : { uid: options.uid, gid: options.uid }),
  });
  let text = '';
  child.stdout.on('data', (chunk) => (text += String(chunk)));
  child.stderr.on('data', (chunk) => (text += String(chunk)));
  const closed = once(child, 'close') as Promise<[number | null]>;
  const exit = async () => (await closed)[0];
  return {
    child,
    output: () => text,
    exit,
    ready: () => waitForReady(child, () => text),
    stop: (signal = 'SIGTERM') => {
      child.kill(signal);
      return exit();
    },
  };
}

/** An empty folder, of another user if given. The caller removes it. */
export function makeFolder(owner?: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'tribehall-process-'));
  if (owner !== undefined) chownSync(folder, owner, owner);
  return folder;
}

/**
 * A data folder as the first start leaves it, with an empty database: setting one up takes longer than most tests of a
 * portal. The caller removes it.
 */
export function makePreparedFolder(): string {
  const folder = makeFolder();
  prepareFolder(folder);
  return folder;
}

/** Gives an empty folder what the first start of a portal leaves there. */
export function prepareFolder(folder: string): void {
  // With the owners of the files: where root runs the portal, the database has a user of its own.
  execFileSync('cp', ['-a', '--reflink=auto', '--', `${inject('preparedFolder')}/.`, folder]);
}

export async function postTo(
  url: string,
  path: string,
  body: object,
  token?: string,
): Promise<{ status: number; body: { data?: Record<string, unknown>; code?: string } }> {
  const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) };
  const response = await fetch(`${url}/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  return {
    status: response.status,
    body: (await response.json()) as { data?: Record<string, unknown>; code?: string },
  };
}

function waitForReady(child: ChildProcess, output: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    const check = () => {
      const [, url] = /^Tribehall is ready at (\S+)$/m.exec(output()) ?? [];
      if (url) resolve(url);
    };
    child.stdout?.on('data', check);
    child.once('close', () => reject(new Error(`The portal ended:\n${output()}`)));
    check();
  });
}
