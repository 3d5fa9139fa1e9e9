import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { runVariable, spawnGuard } from './guard-process.ts';

export type GuardLimits = { processes: number; memoryBytes: number };
export type GuardedLimit = 'processes' | 'memory';

/** A guarded program, with all processes that it starts. */
export type GuardedRun = {
  /** To be added to the program's environment, which its children inherit. */
  environment: Record<string, string>;
  /** The launch script writes its PID to these files (cgroup.procs) to put the program into its own cgroup. */
  cgroupFiles: readonly string[];
  started: (pid: number, options: { isSubreaper: boolean }) => void;
  /** Ends all its processes: after a grace period, or right away if forced. */
  end: (options: { isForced: boolean }) => void;
  /** Resolves with the number of processes that could not be ended. */
  ended: Promise<number>;
};

export type ProgramGuard = {
  /** Registers a run: its processes end when the portal does. `onExceeded` is called when they exceed a limit. */
  watch: (limits: GuardLimits, onExceeded: (limit: GuardedLimit) => void) => Promise<GuardedRun>;
  /** Called when the guard was killed and a new one has replaced it. */
  onTakeover: (notify: () => void) => void;
  close: () => void;
};

type GuardMessage =
  | { type: 'watching'; id: string; cgroupFiles: string[] }
  | { type: 'exceeded'; id: string; limit: GuardedLimit }
  | { type: 'ended'; id: string; remaining: number };

type Entry = {
  limits: GuardLimits;
  started: { pid: number; isSubreaper: boolean } | undefined;
  end: { isForced: boolean } | undefined;
  events: EventEmitter<{ watching: [string[]]; exceeded: [GuardedLimit]; ended: [number]; error: [Error] }>;
};

const idleMs = 60_000;

/**
 * A separate process that ends the programs even if the portal is killed with -9. It starts with the first program and
 * exits when none has run for a while; if the guard is killed, a new one takes over.
 */
export function createProgramGuard(): ProgramGuard {
  const entries = new Map<string, Entry>();
  let guard: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  let notifyTakeover: (() => void) | undefined;

  const send = (command: object) => {
    if (guard?.connected) guard.send(command, () => {});
  };
  const register = (id: string, { limits, started, end }: Entry) => {
    send({ type: 'watch', id, limits });
    if (started) send({ type: 'started', id, ...started });
    if (end) send({ type: 'end', id, ...end });
  };
  const remove = (id: string, remaining: number) => {
    entries.get(id)?.events.emit('ended', remaining);
    entries.delete(id);
    if (entries.size === 0) idle = setTimeout(() => guard?.disconnect(), idleMs).unref();
  };
  const receive = (message: GuardMessage) => {
    if (message.type === 'watching') entries.get(message.id)?.events.emit('watching', message.cgroupFiles);
    if (message.type === 'exceeded') entries.get(message.id)?.events.emit('exceeded', message.limit);
    if (message.type === 'ended') remove(message.id, message.remaining);
  };
  const start = () => {
    const child = spawnGuard();
    let hasReplied = false;
    guard = child;
    child.on('message', (message) => {
      hasReplied = true;
      receive(message as GuardMessage);
    });
    const handleExit = (error?: Error) => {
      if (guard !== child) return;
      guard = undefined;
      if (entries.size === 0) return;
      if (hasReplied) {
        notifyTakeover?.();
        start();
        for (const [id, entry] of entries) register(id, entry);
        return;
      }
      const failure = error ?? new Error('The program guard could not be started.');
      for (const [id, entry] of entries) {
        if (!entry.started) entry.events.emit('error', failure);
        killGroup(entry.started?.pid);
        remove(id, 0);
      }
    };
    child.on('error', handleExit);
    child.on('exit', () => handleExit());
  };

  return {
    watch: async (limits, onExceeded) => {
      clearTimeout(idle);
      if (!guard?.connected) start();
      const id = randomBytes(12).toString('base64url');
      const entry: Entry = { limits, started: undefined, end: undefined, events: new EventEmitter() };
      const ended = new Promise<number>((resolve) => entry.events.once('ended', resolve));
      const watching = once(entry.events, 'watching');
      entry.events.on('exceeded', onExceeded);
      entries.set(id, entry);
      register(id, entry);
      const [cgroupFiles] = (await watching) as [string[]];
      return {
        environment: { [runVariable]: id },
        cgroupFiles,
        started: (pid, options) => {
          entry.started = { pid, ...options };
          send({ type: 'started', id, ...entry.started });
        },
        end: (end) => {
          entry.end = end;
          send({ type: 'end', id, ...end });
        },
        ended,
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

/** The fallback without a guard: processes that have left the group are missed. */
function killGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // It has already ended.
  }
}
