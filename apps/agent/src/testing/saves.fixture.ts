import fs from 'node:fs';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { startGameServer, type GameServerOptions, type GameServerTiming } from '../game-server.ts';
import { createBackOff, noJitter } from '@tribehall/common/back-off';
import type { ReaderLimits } from '../saves/save-reading.ts';
import { startArk } from './ark.fixture.ts';
import { makeFolder } from './folder.fixture.ts';
import { createTestLog } from './log.fixture.ts';
import { startPortal } from './portal.fixture.ts';
import type { Programs } from './programs.fixture.ts';

const timing: GameServerTiming = {
  watch: { pollMs: 20, idleMs: 50, busyMs: 50, blindMs: 50 },
  rcon: { commandsPerSecond: 1_000, burst: 1_000, retryMs: [20] },
  connection: { backOff: createBackOff([10], noJitter), timing: { gapMs: 1 } },
  saves: { lookMs: 20, stableMs: 20, listMs: 20, gapMs: 1, retryMs: [50] },
};

type Started = Partial<Pick<GameServerOptions, 'stateDir' | 'saveSemaphore'>> & {
  reader?: Partial<ReaderLimits>;
  name?: string;
};

/** A game that saves, a portal, and what starts an agent between them. */
export async function setUpSaves(programs: Programs) {
  const ark = await startArk();
  const portal = await startPortal();
  const folder = path.join(ark.saved, 'SavedArks');
  fs.mkdirSync(folder);
  const stateDir = makeFolder();
  const start = async (options: Started = {}) => {
    const log = createTestLog();
    const server = await startGameServer({
      config: {
        name: options.name ?? 'The Island',
        token: 'th_token-token',
        game: 'ase',
        rcon: { host: '127.0.0.1', port: ark.port, password: ark.password },
        folder: ark.saved,
      },
      portal: portal.url,
      stateDir: options.stateDir ?? stateDir,
      log,
      saveSemaphore: options.saveSemaphore,
      saveReader: { program: programs.saveReader(), ...options.reader },
      timing,
    });
    let isStopped = false;
    const stop = async () => {
      if (!isStopped) await server.stop();
      isStopped = true;
    };
    onTestFinished(stop);
    return { log, stop };
  };
  return { ark, portal, saves: portal.saves, folder, world: path.join(folder, 'TheIsland.ark'), stateDir, start };
}

/** Every file below a folder. */
export function filesBelow(folder: string): string[] {
  return fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);
}

/** The processes that read a save for this one. */
export function readersOf(parentPid: number): number[] {
  return fs
    .readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const [, parent] = /^\d+ \(.*\) [^Z] (\d+)/s.exec(fs.readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
        return Number(parent) === parentPid && /reader\.m?js/.test(fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
      } catch {
        // It has ended already.
        return false;
      }
    })
    .map(Number);
}
