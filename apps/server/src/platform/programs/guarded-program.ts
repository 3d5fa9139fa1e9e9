import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import { Readable } from 'node:stream';
import { buildLaunchCommand } from './launch-command.ts';
import type { GuardedLimit, GuardedRun, GuardLimits, ProgramGuard } from './program-guard.ts';

export type GuardedCommand = {
  /** Absolute. */
  path: string;
  args: readonly string[];
  cwd: string;
  env: Record<string, string>;
  limits: GuardLimits;
  /** Who runs it, if the portal is root; the portal's own user if not given. */
  user?: { uid: number; gid: number } | undefined;
};

export type GuardedEnd = {
  /** Null if a signal ended it. */
  code: number | null;
  signal: string | null;
  exceeded: GuardedLimit | undefined;
  /** The number of processes that could not be ended. */
  remaining: number;
};

export type GuardedProgram = {
  /** Stdout and stderr of the program and its children, in the order of writing. */
  output: Readable;
  end: (options: { isForced: boolean }) => void;
  /** Resolves when the program and all processes that it started have ended. */
  ended: Promise<GuardedEnd>;
};

/** Starts a program with the lowest priority, watched by the guard. Rejects if it can't be started. */
export async function startGuarded(guard: ProgramGuard, command: GuardedCommand): Promise<GuardedProgram> {
  let exceeded: GuardedLimit | undefined;
  const run = await guard.watch(command.limits, (limit) => (exceeded = limit));
  const launch = buildLaunchCommand(command, run.cgroupFiles);
  const child = spawn(launch.path, launch.args, {
    cwd: command.cwd,
    env: { ...run.environment, ...command.env },
    detached: true,
    // The launch script redirects stderr to stdout; the last pipe is the subreaper's report.
    stdio: ['ignore', 'pipe', 'ignore', ...(launch.hasSubreaper ? (['pipe'] as const) : [])],
  });
  if (child.pid === undefined || !child.stdout) {
    run.end({ isForced: true });
    const [error] = (await once(child, 'error')) as [Error];
    throw error;
  }
  child.on('error', () => {});
  run.started(child.pid, { isSubreaper: launch.hasSubreaper });
  const ended = follow(child, run).then((end) => ({ ...end, exceeded }));
  return { output: child.stdout, end: run.end, ended };
}

async function follow(child: ChildProcess, run: GuardedRun): Promise<Omit<GuardedEnd, 'exceeded'>> {
  const exited = once(child, 'exit');
  const status = child.stdio[3] instanceof Readable ? await readReport(child.stdio[3]) : undefined;
  if (status === undefined) await exited;
  // The program has ended; this ends its orphaned processes.
  run.end({ isForced: true });
  const remaining = await run.ended;
  if (status === undefined) return { code: child.exitCode, signal: child.signalCode, remaining };
  const signal = status & 127;
  return { code: signal === 0 ? status >> 8 : null, signal: signal === 0 ? null : signalName(signal), remaining };
}

function signalName(number: number): string {
  const [name] = Object.entries(constants.signals).find(([, known]) => known === number) ?? [];
  return name ?? `signal ${number}`;
}

/** The program's wait status; undefined if the subreaper was killed before the program ended. */
async function readReport(report: Readable): Promise<number | undefined> {
  let text = '';
  report.on('error', () => {});
  report.on('data', (chunk) => (text += String(chunk)));
  await once(report, 'close');
  return text === '' ? undefined : Number(text);
}
