import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import { Readable } from 'node:stream';
import { launchLine } from './launch-line.ts';
import type { GuardedLimit, GuardLimits, ProgramGuard, Watch } from './program-guard.ts';

export type GuardedCommand = {
  /** Absolute. */
  path: string;
  args: readonly string[];
  cwd: string;
  env: Record<string, string>;
  limits: GuardLimits;
};

export type GuardedEnd = {
  /** Null where a signal ended it. */
  code: number | null;
  signal: string | null;
  over: GuardedLimit | undefined;
  /** Processes that nobody could end. */
  left: number;
};

export type GuardedProgram = {
  /** What it and its children write, to both outputs, in the order it was written. */
  output: Readable;
  end: (options: { isAtOnce: boolean }) => void;
  /** When it and everything that it started have ended. */
  ended: Promise<GuardedEnd>;
};

/** Runs a program under guard, with less priority than anything else. Fails where it cannot be started. */
export async function startGuarded(guard: ProgramGuard, command: GuardedCommand): Promise<GuardedProgram> {
  let over: GuardedLimit | undefined;
  const watch = await guard.watch(command.limits, (limit) => (over = limit));
  const launch = launchLine(command, watch.joins);
  const child = spawn(launch.path, launch.args, {
    cwd: command.cwd,
    env: { ...watch.mark, ...command.env },
    detached: true,
    // The launcher joins the two outputs; the last one is the keeper's report.
    stdio: ['ignore', 'pipe', 'ignore', ...(launch.hasKeeper ? (['pipe'] as const) : [])],
  });
  if (child.pid === undefined || !child.stdout) {
    watch.end({ isAtOnce: true });
    const [error] = (await once(child, 'error')) as [Error];
    throw error;
  }
  child.on('error', () => {});
  watch.started(child.pid, { isKeeper: launch.hasKeeper });
  const ended = follow(child, watch).then((end) => ({ ...end, over }));
  return { output: child.stdout, end: watch.end, ended };
}

async function follow(child: ChildProcess, watch: Watch): Promise<Omit<GuardedEnd, 'over'>> {
  const exited = once(child, 'exit');
  const status = child.stdio[3] instanceof Readable ? await readReport(child.stdio[3]) : undefined;
  if (status === undefined) await exited;
  // It has ended; its orphaned processes end with it.
  watch.end({ isAtOnce: true });
  const left = await watch.gone;
  if (status === undefined) return { code: child.exitCode, signal: child.signalCode, left };
  const signal = status & 127;
  return { code: signal === 0 ? status >> 8 : null, signal: signal === 0 ? null : signalName(signal), left };
}

function signalName(number: number): string {
  const [name] = Object.entries(constants.signals).find(([, known]) => known === number) ?? [];
  return name ?? `signal ${number}`;
}

/** What `wait` returned for the program; undefined where the keeper was ended before it. */
async function readReport(report: Readable): Promise<number | undefined> {
  let text = '';
  report.on('error', () => {});
  report.on('data', (chunk) => (text += String(chunk)));
  await once(report, 'close');
  return text === '' ? undefined : Number(text);
}
