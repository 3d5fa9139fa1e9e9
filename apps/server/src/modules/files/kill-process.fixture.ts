import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { inject } from 'vitest';
import type { DbConnection } from '../../db/db.ts';
import { serverRoot } from '../../platform/server-root.ts';
import { bundleProgram } from '../../testing/bundle-program.ts';
import { isDeepRun } from '../../testing/deep-run.ts';

/** Every tenth operation is tried; in a deep run each of them. */
export const killStep = isDeepRun ? 1 : 10;

export type Doomed = { connection: DbConnection; settings: Record<string, string>; at: number; isArmed: boolean };

export type DoomedPortal = {
  /** Its address, or undefined where it died before it listened. */
  url: string | undefined;
  /** From now on it counts. */
  arm(): Promise<void>;
  /** What it did to files since then. */
  did: string[];
  /** How it ended. */
  ended: Promise<'killed' | 'lived'>;
  end(): void;
};

/** Those of these operations that were done in this order. Jobs of the portal may do something in between. */
export function inOrder(did: readonly string[], operations: string): string {
  let from = 0;
  const found = operations.split(' ').filter((operation) => {
    const at = did.findIndex((line, index) => index >= from && line.split(' ')[0] === operation);
    if (at !== -1) from = at + 1;
    return at !== -1;
  });
  return found.join(' ');
}

/** Bundles the portal that kills itself, once for all files of a run. */
export async function bundleDoomedPortal() {
  const folder = join(inject('preparedFolder'), '../doomed-portal');
  if (!existsSync(folder)) await bundleInto(folder);
  return { run: (doomed: Doomed) => run(join(folder, 'main.mjs'), doomed) };
}

async function bundleInto(folder: string): Promise<void> {
  const next = await mkdtemp(`${folder}-`);
  const input = fileURLToPath(new URL('./kill-portal.fixture.ts', import.meta.url));
  // Nothing of the bot is needed, and reading its libraries takes most of the time.
  await bundleProgram(input, join(next, 'main.mjs'), { treeshake: { moduleSideEffects: false } });
  await writeFile(join(next, 'package.json'), '{}');
  await symlink(join(serverRoot, '../../node_modules'), join(next, 'node_modules'));
  try {
    await rename(next, folder);
  } catch (error) {
    // Another file has done the same meanwhile.
    if (!existsSync(folder)) throw error;
    await rm(next, { recursive: true });
  }
}

async function run(file: string, doomed: Doomed): Promise<DoomedPortal> {
  const child = spawn(process.execPath, [file, JSON.stringify(doomed)], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const did: string[] = [];
  const ended = once(child, 'exit').then(([, signal]) =>
    signal === 'SIGKILL' ? ('killed' as const) : ('lived' as const),
  );
  const url = await new Promise<string | undefined>((resolve) => {
    createInterface({ input: child.stdout ?? process.stdin }).on('line', (line) => {
      const [word, ...rest] = line.split(' ');
      if (word === 'did') did.push(rest.join(' '));
      if (word === 'ready') resolve(rest[0]);
    });
    void ended.then(() => resolve(undefined));
  });
  return {
    url,
    did,
    ended,
    arm: async () => {
      child.send('arm');
      await once(child, 'message');
    },
    end: () => void child.kill('SIGTERM'),
  };
}
