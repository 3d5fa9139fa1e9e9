import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { markVariable, spawnGuard } from './guard-process.ts';

export type GuardLimits = { processes: number; memoryBytes: number };
export type GuardedLimit = 'processes' | 'memory';

/** A guarded program, with everything it starts. */
export type Watch = {
  /** Set in the program's environment, which its children inherit. */
  mark: Record<string, string>;
  /** Files (cgroup.procs) the program writes its PID to before it starts, to be in a control group of its own. */
  joins: readonly string[];
  started: (pid: number, options: { isKeeper: boolean }) => void;
  /** Ends all its processes: at once, or after a grace period. */
  end: (options: { isAtOnce: boolean }) => void;
  /** Resolves with the number of processes that could not be ended. */
  gone: Promise<number>;
};

export type ProgramGuard = {
  /** From now on every process with the mark is ended when the portal ends; `onOver` is called when it exceeds a limit. */
  watch: (limits: GuardLimits, onOver: (limit: GuardedLimit) => void) => Promise<Watch>;
  onTakeover: (notify: () => void) => void;
  close: () => void;
};

type GuardMessage =
  | { type: 'watching'; id: string; joins: string[] }
  | { type: 'over'; id: string; limit: GuardedLimit }
  | { type: 'gone'; id: string; left: number };

type Entry = {
  limits: GuardLimits;
  started: { pid: number; isKeeper: boolean } | undefined;
  end: { isAtOnce: boolean } | undefined;
  events: EventEmitter<{ watching: [string[]]; over: [GuardedLimit]; gone: [number]; error: [Error] }>;
};

const idleMs = 60_000;

/**
 * A process that outlives this one: whatever happens here, even kill -9, it ends the programs. It runs from the first
 * program until a while after the last; if it is ended itself, another one takes over.
 */
export function createProgramGuard(): ProgramGuard {
  const entries = new Map<string, Entry>();
  let guard: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  let notifyTakeover: (() => void) | undefined;

  const send = (command: object) => {
    if (guard?.connected) guard.send(command, () => {});
  };
  const introduce = (id: string, { limits, started, end }: Entry) => {
    send({ type: 'watch', id, limits });
    if (started) send({ type: 'started', id, ...started });
    if (end) send({ type: 'end', id, ...end });
  };
  const forget = (id: string, left: number) => {
    entries.get(id)?.events.emit('gone', left);
    entries.delete(id);
    if (entries.size === 0) idle = setTimeout(() => guard?.disconnect(), idleMs).unref();
  };
  const receive = (message: GuardMessage) => {
    if (message.type === 'watching') entries.get(message.id)?.events.emit('watching', message.joins);
    if (message.type === 'over') entries.get(message.id)?.events.emit('over', message.limit);
    if (message.type === 'gone') forget(message.id, message.left);
  };
  const start = () => {
    const fresh = spawnGuard();
    let hasSpoken = false;
    guard = fresh;
    fresh.on('message', (message) => {
      hasSpoken = true;
      receive(message as GuardMessage);
    });
    const leave = (error?: Error) => {
      if (guard !== fresh) return;
      guard = undefined;
      if (entries.size === 0) return;
      if (hasSpoken) {
        notifyTakeover?.();
        start();
        for (const [id, entry] of entries) introduce(id, entry);
        return;
      }
      const failed = error ?? new Error('The guard of programs does not run.');
      for (const [id, entry] of entries) {
        if (!entry.started) entry.events.emit('error', failed);
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
      const entry: Entry = { limits, started: undefined, end: undefined, events: new EventEmitter() };
      const gone = new Promise<number>((resolve) => entry.events.once('gone', resolve));
      const watching = once(entry.events, 'watching');
      entry.events.on('over', onOver);
      entries.set(id, entry);
      introduce(id, entry);
      const [joins] = (await watching) as [string[]];
      return {
        mark: { [markVariable]: id },
        joins,
        started: (pid, options) => {
          entry.started = { pid, ...options };
          send({ type: 'started', id, ...entry.started });
        },
        end: (end) => {
          entry.end = end;
          send({ type: 'end', id, ...end });
        },
        gone,
      };
    },
    onTakeover: (notify) => (notifyTakeover = notify),
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
