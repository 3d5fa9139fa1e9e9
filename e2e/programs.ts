import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ownSettings } from './product.ts';

const root = path.resolve(import.meta.dirname, '..');
const movableClock = path.join(import.meta.dirname, 'movable-clock.mjs');

type Ready = { type: 'ready'; url?: string; settings?: Record<string, string>; agentConfig?: string; control?: string };
export type Program = {
  child: ChildProcess;
  ready: Ready;
  isRunning: () => boolean;
  kill: (signal: NodeJS.Signals) => Promise<void>;
};
export type Portal = Program & { url: string; moveClock: (aheadMs: number) => Promise<void> };

/** The programs of the product one by one, so that one can be killed while the others go on. */
export type Programs = {
  world: Program;
  dataFolder: string;
  /** Always at the same address. */
  startPortal: () => Promise<Portal>;
  /** The agent of the demo world, or one with another configuration. */
  startAgent: (portalUrl: string, configFile?: string) => Promise<Program>;
  stop: () => Promise<void>;
};

/** `portalFolder`: a copy of the built portal that a test may change. */
export async function startPrograms(portalFolder = path.join(root, 'apps/server')): Promise<Programs> {
  const folder = mkdtempSync(path.join(tmpdir(), 'tribehall-programs-'));
  // Where root runs this, the database has a user of its own, and would be stored elsewhere and stay there.
  chmodSync(folder, 0o711);
  const running: Program[] = [];
  const start = async (workspace: string, env: Record<string, string>, args: string[] = []) => {
    const program = await startProgram(
      workspace === 'server' ? portalFolder : path.join(root, 'apps', workspace),
      env,
      args,
    );
    running.push(program);
    return program;
  };
  let port: number | undefined;
  const world = await start('world', { ...ownSettings, WORLD_DIR: path.join(folder, 'world') });
  return {
    world,
    dataFolder: path.join(folder, 'data'),
    startPortal: async () => {
      port ??= await findFreePort();
      const settings = {
        ...ownSettings,
        ...world.ready.settings,
        PORT: String(port),
        DATA_DIR: path.join(folder, 'data'),
        REQUESTS_PER_MINUTE: '0',
        TRIBEHALL_WORLD: 'on',
      };
      const portal = await start('server', settings);
      return { ...portal, url: portal.ready.url ?? '', moveClock: (aheadMs) => moveClock(portal.child, aheadMs) };
    },
    startAgent: (portalUrl, configFile = world.ready.agentConfig ?? '') =>
      start('agent', {}, ['run', '--config', configFile, '--portal', portalUrl]),
    stop: async () => {
      await Promise.all(running.map((program) => program.kill('SIGTERM')));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Below the ports that systems assign to outgoing connections: a portal that starts again finds its port free, whatever
 * connected in the meantime.
 */
async function findFreePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000);
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    server.close();
    if (isFree) return port;
  }
}

/** From now on, the program's clock is ahead of the real one by this much. */
async function moveClock(child: ChildProcess, aheadMs: number): Promise<void> {
  const isMoved = new Promise<void>((resolve) =>
    child.on('message', (message: { type: string }) => message.type === 'clockMoved' && resolve()),
  );
  child.send({ type: 'moveClock', aheadMs });
  await isMoved;
}

async function startProgram(programFolder: string, env: Record<string, string>, args: string[]): Promise<Program> {
  const child = fork(path.join(programFolder, 'dist/main.js'), args, {
    cwd: root,
    execArgv: ['--import', pathToFileURL(movableClock).href],
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ready = await new Promise<Ready>((resolve, reject) => {
    child.on('message', (message: Ready) => message.type === 'ready' && resolve(message));
    child.once('exit', () => reject(new Error(`${programFolder} ended before it was ready.`)));
  });
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  return {
    child,
    ready,
    isRunning,
    kill: async (signal) => {
      if (!isRunning()) return;
      child.kill(signal);
      await once(child, 'exit');
    },
  };
}
