import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { markVariable, spawnGuard } from './guard-process.ts';

export type GuardLimits = { processes: number; memoryBytes: number };
export type GuardedLimit = 'processes' | 'memory';

/** One program under guard, with all that it starts. */
export type Watch = {
  /** Goes into the environment of the program, which hands it on. */
  mark: Record<string, string>;
  /** Files into which the program writes its number before it begins, to be in a group of its own. */
  joins: readonly string[];
  started: (pid: number, options: { isKeeper: boolean }) => void;
  /** Ends all of it: at once, or after some time to end itself. */
  end: (options: { isAtOnce: boolean }) => void;
  /** Resolves with the number of processes that could not be ended. */
  gone: Promise<number>;
};

export type ProgramGuard = {
  /** From here on whatever carries the mark is ended when the portal ends. Tells when a limit was passed. */
  watch: (limits: GuardLimits, onOver: (limit: GuardedLimit) => void) => Promise<Watch>;
  onTakeover: (tell: () => void) => void;
  close: () => void;
};

type Told =
  | { type: 'watching'; id: string; joins: string[] }
  | { type: 'over'; id: string; limit: GuardedLimit }
  | { type: 'gone'; id: string; left: number };

type Entry = {
  limits: GuardLimits;
  started: { pid: number; isKeeper: boolean } | undefined;
  end: { isAtOnce: boolean } | undefined;
  told: EventEmitter<{ watching: [string[]]; over: [GuardedLimit]; gone: [number]; error: [Error] }>;
};

const idleMs = 60_000;

/**
 * A process of its own that outlives this one: whatever happens here, also kill -9, it ends what was started. It runs
 * from the first program on and for a while after the last; where it is ended itself, another one takes over.
 */
export function createProgramGuard(): ProgramGuard {
  const entries = new Map<string, Entry>();
  let guard: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  let tellTakeover: (() => void) | undefined;

  const tell = (order: object) => {
    if (guard?.connected) guard.send(order, () => {});
  };
  const introduce = (id: string, { limits, started, end }: Entry) => {
    tell({ type: 'watch', id, limits });
    if (started) tell({ type: 'started', id, ...started });
    if (end) tell({ type: 'end', id, ...end });
  };
  const forget = (id: string, left: number) => {
    entries.get(id)?.told.emit('gone', left);
    entries.delete(id);
    if (entries.size === 0) idle = setTimeout(() => guard?.disconnect(), idleMs).unref();
  };
  const hear = (told: Told) => {
    if (told.type === 'watching') entries.get(told.id)?.told.emit('watching', told.joins);
    if (told.type === 'over') entries.get(told.id)?.told.emit('over', told.limit);
    if (told.type === 'gone') forget(told.id, told.left);
  };
  const start = () => {
    const fresh = spawnGuard();
    let hasSpoken = false;
    guard = fresh;
    fresh.on('message', (told) => {
      hasSpoken = true;
      hear(told as Told);
    });
    const leave = (error?: Error) => {
      if (guard !== fresh) return;
      guard = undefined;
      if (entries.size === 0) return;
      if (hasSpoken) {
        tellTakeover?.();
        start();
        for (const [id, entry] of entries) introduce(id, entry);
        return;
      }
      const failed = error ?? new Error('The guard of programs does not run.');
      for (const [id, entry] of entries) {
        if (!entry.started) entry.told.emit('error', failed);
        endGroup(entry.started?.pid);
        forget(id, 0);
      }
    };
    fresh.on('error', leave);
    fresh.on('exit', () => leave());
  };

  return {
    watch: async (limits, onOver) => {
      clearTimeout(idle);
      if (!guard?.connected) start();
      const id = randomBytes(12).toString('base64url');
      const entry: Entry = { limits, started: undefined, end: undefined, told: new EventEmitter() };
      const gone = new Promise<number>((resolve) => entry.told.once('gone', resolve));
      const watching = once(entry.told, 'watching');
      entry.told.on('over', onOver);
      entries.set(id, entry);
      introduce(id, entry);
      const [joins] = (await watching) as [string[]];
      return {
        mark: { [markVariable]: id },
        joins,
        started: (pid, options) => {
          entry.started = { pid, ...options };
          tell({ type: 'started', id, ...entry.started });
        },
        end: (end) => {
          entry.end = end;
          tell({ type: 'end', id, ...end });
        },
        gone,
      };
    },
    onTakeover: (tell) => (tellTakeover = tell),
    close: () => {
      clearTimeout(idle);
      if (guard?.connected) guard.disconnect();
      guard = undefined;
    },
  };
}

/** The least that can be done where nobody guards. */
function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // It has gone already.
  }
}
