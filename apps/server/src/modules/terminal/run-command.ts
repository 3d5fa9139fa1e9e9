import { once } from 'node:events';
import type { terminalEnds } from '@tribehall/contract/terminal.contract';
import type { Ctx } from '../../context.ts';
import { startGuarded, type GuardedEnd, type GuardedProgram } from '../../platform/programs/guarded-program.ts';
import { pumpOutput, type OutputReader } from './output-pump.ts';
import { commandUser, runEnvironment } from './run-environment.ts';
import { changeDirectory, describeError, findCommand } from './shell.ts';
import type { EndReason, Run } from './terminal.state.ts';

export type Command = { cmd: string; args: string[]; cwd: string };

export type RunEnd = {
  code: number | null;
  endedBy: (typeof terminalEnds)[number];
  cwd: string;
  message?: string;
  bytes: number;
};

/** After the program has ended, its reader may still have output to take. */
const lastOutputMs = 10_000;
const mebibyte = 1024 * 1024;
export const recordingFailed =
  'Stopped: the recording could not be written. Check the free disk space of the portal, then try again.';

/** Runs a command to its end; what goes wrong is written to its output. */
export async function runCommand(
  ctx: Ctx,
  run: Run,
  { cmd, args, cwd }: Command,
  reader: OutputReader,
  maxBytes = ctx.config.TERMINAL_OUTPUT_MB * mebibyte,
): Promise<RunEnd> {
  const fail = (code: number, problem: string): RunEnd => {
    reader.write(`${problem}\n`);
    return { code, endedBy: 'itself', cwd, bytes: Buffer.byteLength(problem) + 1 };
  };
  const user = commandUser(ctx);
  if (cmd === 'cd') {
    const there = await changeDirectory(cwd, args, user.home);
    return there.problem ? fail(1, there.problem) : { code: 0, endedBy: 'itself', cwd: there.cwd, bytes: 0 };
  }
  const program = await findCommand(cmd, cwd);
  if ('problem' in program) return fail(program.code, program.problem);
  if (run.ending.aborted) return { cwd, code: null, bytes: 0, ...describeEnd(ctx, run) };
  const { TERMINAL_PROCESSES: processes, TERMINAL_MEMORY_MB: memoryMb } = ctx.config;
  try {
    const running = await startGuarded(ctx.state.terminal.guard, {
      path: program.path,
      args,
      cwd,
      env: runEnvironment(cwd, user),
      user: user.ids,
      limits: { processes, memoryBytes: memoryMb * mebibyte },
    });
    return { cwd, ...(await follow(ctx, run, running, reader, maxBytes)) };
  } catch (error) {
    return fail(126, `${cmd}: ${describeError((error as NodeJS.ErrnoException).code)}`);
  }
}

async function follow(
  ctx: Ctx,
  run: Run,
  program: GuardedProgram,
  reader: OutputReader,
  maxBytes: number,
): Promise<Omit<RunEnd, 'cwd'>> {
  const over = new AbortController();
  const released = once(over.signal, 'abort');
  const onEnding = () => {
    // Only a user's stop leaves time for a clean exit.
    program.end({ isForced: run.ending.reason !== 'stopped' });
    over.abort();
  };
  if (run.ending.aborted) onEnding();
  else run.ending.addEventListener('abort', onEnding, { once: true });
  const timer = setTimeout(() => run.end('timeout'), ctx.config.TERMINAL_MINUTES * 60_000);

  const pumped = pumpOutput(
    program.output,
    { ...reader, ready: async () => void (await Promise.race([reader.ready(), released])) },
    { maxBytes, throttle: ctx.state.terminal.throttle, onTooMuch: () => run.end('output') },
  );
  const end = await program.ended;
  clearTimeout(timer);
  const isCutShort = run.ending.aborted || end.exceeded !== undefined;
  const cut = setTimeout(
    () => {
      program.output.destroy();
      over.abort();
    },
    isCutShort ? 0 : lastOutputMs,
  );
  const bytes = await pumped;
  clearTimeout(cut);
  if (end.remaining > 0) ctx.log.warn({ remaining: end.remaining }, 'Processes of the terminal could not be ended');
  return { code: end.code, bytes, ...describeEnd(ctx, run, end) };
}

/** What ended it, and the message for the user. */
function describeEnd(ctx: Ctx, run: Run, end?: GuardedEnd): Pick<RunEnd, 'endedBy' | 'message'> {
  const { config } = ctx;
  if (end?.exceeded === 'memory')
    return {
      endedBy: 'memory',
      message: `It used more than ${config.TERMINAL_MEMORY_MB} MB of memory and was stopped.`,
    };
  if (end?.exceeded === 'processes')
    return {
      endedBy: 'processes',
      message: `It started more than ${config.TERMINAL_PROCESSES} processes and was stopped.`,
    };
  if (run.ending.aborted) {
    const reason = run.ending.reason as EndReason;
    const ends: Record<EndReason, Pick<RunEnd, 'endedBy' | 'message'>> = {
      stopped: { endedBy: 'stopped', message: 'Stopped.' },
      disconnected: { endedBy: 'stopped', message: 'Stopped: the page was closed.' },
      closing: { endedBy: 'stopped', message: 'Stopped: the portal is stopping.' },
      session: { endedBy: 'session', message: 'Your session has ended, so the command was stopped.' },
      timeout: { endedBy: 'timeout', message: `It ran for ${config.TERMINAL_MINUTES} min and was stopped.` },
      recording: { endedBy: 'recording', message: recordingFailed },
      output: { endedBy: 'output', message: `It wrote more than ${config.TERMINAL_OUTPUT_MB} MB and was stopped.` },
    };
    return ends[reason];
  }
  return end?.signal ? { endedBy: 'itself', message: `Ended by ${end.signal}.` } : { endedBy: 'itself' };
}
