import { spawn, type ChildProcess } from 'node:child_process';
import { hostEnvironment } from '../../config.ts';
import { createLineReader } from './line-reader.ts';
import { endGroup, sweepGroup } from './process-group.ts';

export class ProgramMissingError extends Error {}

/** As the reason of an abort: the program gets no time to end itself. */
export const atOnce = 'at once';

export type ProgramCommand = {
  path: string;
  args: readonly string[];
  cwd?: string;
  /** Beside PATH, HOME and TMPDIR. */
  env?: Record<string, string>;
  timeoutMs: number;
  /** Without a line for so long it counts as stuck; asked again and again. */
  quietMs?: () => number;
  signal?: AbortSignal;
  /** Receives the output line by line; it is then not collected. */
  onLine?: (line: string) => void;
  /** Receives stderr line by line; it is collected, too. */
  onErrorLine?: (line: string) => void;
  maxOutputChars?: number;
};

export type ProgramEnd = {
  code: number | null;
  stdout: string;
  /** The last part of it. */
  stderr: string;
  endedBy: 'itself' | 'timeout' | 'quiet' | 'flood' | 'abort';
};

const maxErrorChars = 64 * 1024;
const defaultOutputChars = 1024 * 1024;
const lookEveryMs = 250;
/** Pipes that someone outside of the group holds open do not hold us. */
const closeWithinMs = 5000;

/** Runs a program by its arguments, without a shell, as the leader of a group that ends as a whole. */
export function runProgram(command: ProgramCommand): Promise<ProgramEnd> {
  return new Promise((resolve, reject) => {
    if (command.signal?.aborted) return resolve({ code: null, stdout: '', stderr: '', endedBy: 'abort' });
    const child = spawn(command.path, command.args, {
      cwd: command.cwd,
      // Programs speak English here, and any letter of a title can be printed.
      env: { ...hostEnvironment(), LANG: 'C.UTF-8', ...command.env },
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.once('error', (cause: Error) => {
      if (child.pid === undefined) reject(new ProgramMissingError(`${command.path} cannot be run.`, { cause }));
    });
    if (child.pid !== undefined) follow(child, command, resolve);
  });
}

function follow(child: ChildProcess, command: ProgramCommand, resolve: (end: ProgramEnd) => void): void {
  let stdout = '';
  let stderr = '';
  let endedBy: ProgramEnd['endedBy'] = 'itself';
  let heardAt = performance.now();
  const maxChars = command.maxOutputChars ?? defaultOutputChars;
  const stop = (reason: ProgramEnd['endedBy'], isAtOnce = false) => {
    if (endedBy !== 'itself') return;
    endedBy = reason;
    endGroup(child, { isAtOnce });
  };
  const output = createLineReader((line) => command.onLine?.(line), maxChars);
  const errorOutput = createLineReader((line) => command.onErrorLine?.(line), maxErrorChars);
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    heardAt = performance.now();
    if (command.onLine) output.add(text);
    else if (stdout.length + text.length <= maxChars) stdout += text;
    else stop('flood');
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    heardAt = performance.now();
    stderr = `${stderr}${text}`.slice(-maxErrorChars);
    errorOutput.add(text);
  });

  const timer = setTimeout(() => stop('timeout'), command.timeoutMs);
  const watch = setInterval(() => {
    if (command.quietMs && performance.now() - heardAt > command.quietMs()) stop('quiet');
  }, lookEveryMs);
  const abort = () => stop('abort', command.signal?.reason === atOnce);
  command.signal?.addEventListener('abort', abort, { once: true });

  child.once('exit', () => {
    sweepGroup(child);
    setTimeout(() => {
      child.stdout?.destroy();
      child.stderr?.destroy();
    }, closeWithinMs).unref();
  });
  child.once('close', (code) => {
    clearTimeout(timer);
    clearInterval(watch);
    command.signal?.removeEventListener('abort', abort);
    output.end();
    errorOutput.end();
    resolve({ code, stdout, stderr, endedBy });
  });
}
