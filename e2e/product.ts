import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');

export type Product = {
  url: string;
  dataDir: string;
  worldSocket: string;
  output: () => string;
  stop: () => Promise<void>;
};

/** Ignores a developer's own `.env`. All demo worlds share their video clips, which take ffmpeg half a minute. */
export const ownSettings = {
  WORLD_CLIPS: path.join(root, '.cache/demo-clips'),
  PORT: '0',
  HOST: '',
  PUBLIC_URL: '',
  DATABASE_URL: '',
  NATS_URL: '',
  TRIBEHALL_INSTALL: 'off',
};

/** The whole product, started the way a person starts it, on its own folder and port. */
export async function startProduct(settings: Record<string, string> = {}): Promise<Product> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'tribehall-e2e-'));
  const child = spawn(process.execPath, ['tooling/start.mjs'], {
    cwd: root,
    env: {
      ...process.env,
      ...ownSettings,
      DATA_DIR: dataDir,
      WORLD_DIR: path.join(dataDir, 'world'),
      WORLD_WISHES: 'off',
      // The real one asks the internet.
      YTDLP_UPDATE: '/bin/echo,Nothing newer was found.',
      REQUESTS_PER_MINUTE: '0',
      TERMINAL_RECORDING: 'on',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  child.stdout.on('data', (chunk) => (text += String(chunk)));
  child.stderr.on('data', (chunk) => (text += String(chunk)));
  const url = await readyUrl(child, () => text);
  return {
    url,
    dataDir,
    worldSocket: path.join(dataDir, 'world/control.sock'),
    output: () => text,
    stop: async () => {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

function readyUrl(child: ChildProcess, output: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', () => {
      const [, url] = /^Tribehall is ready at (\S+)$/m.exec(output()) ?? [];
      if (url) resolve(url);
    });
    child.once('close', () => reject(new Error(`The product ended before it was ready:\n${output()}`)));
  });
}
