import { spawn, type ChildProcess } from 'node:child_process';
import { hostEnvironment } from '../../config.ts';
import { createLineReader } from './line-reader.ts';
import { endGroup, sweepGroup } from './process-group.ts';

export class ProgramMissingError extends Error {}

/** As the reason of an abort: the program gets no time to end itself. */
export const atOnce = 'at once';

export type ProgramOrder = {
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
  onComplaint?: (line: string) => void;
  maxOutputChars?: number;
};

export type ProgramEnd = {
  code: number | null;
  stdout: string;
  /** The last part of it. */
  stderr: string;
  endedBy: 'itself' | 'timeout' | 'quiet' | 'flood' | 'abort';
};

const keptComplaintChars = 64 * 1024;
const defaultOutputChars = 1024 * 1024;
const lookEveryMs = 250;
/** Pipes that someone outside of the group holds open do not hold us. */
const closeWithinMs = 5000;

/** Runs a program by its arguments, without a shell, as the leader of a group that ends as a whole. */
export function runProgram(order: ProgramOrder): Promise<ProgramEnd> {
  return new Promise((resolve, reject) => {
    if (order.signal?.aborted) return resolve({ code: null, stdout: '', stderr: '', endedBy: 'abort' });
    const child = spawn(order.path, order.args, {
      cwd: order.cwd,
      // Programs speak English here, and any letter of a title can be printed.
      env: { ...hostEnvironment(), LANG: 'C.UTF-8', ...order.env },
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.once('error', (cause: Error) => {
      if (child.pid === undefined) reject(new ProgramMissingError(`${order.path} cannot be run.`, { cause }));
    });
    if (child.pid !== undefined) follow(child, order, resolve);
  });
}

function follow(child: ChildProcess, order: ProgramOrder, resolve: (end: ProgramEnd) => void): void {
  let stdout = '';
  let stderr = '';
  let endedBy: ProgramEnd['endedBy'] = 'itself';
  let heardAt = performance.now();
  const maxChars = order.maxOutputChars ?? defaultOutputChars;
  const stop = (reason: ProgramEnd['endedBy'], isAtOnce = false) => {
    if (endedBy !== 'itself') return;
    endedBy = reason;
    endGroup(child, { isAtOnce });
  };
  const output = createLineReader((line) => order.onLine?.(line), maxChars);
  const complaints = createLineReader((line) => order.onComplaint?.(line), keptComplaintChars);
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    heardAt = performance.now();
    if (order.onLine) output.add(text);
    else if (stdout.length + text.length <= maxChars) stdout += text;
    else stop('flood');
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    heardAt = performance.now();
    stderr = `${stderr}${text}`.slice(-keptComplaintChars);
    complaints.add(text);
  });

  const timer = setTimeout(() => stop('timeout'), order.timeoutMs);
  const watch = setInterval(() => {
    if (order.quietMs && performance.now() - heardAt > order.quietMs()) stop('quiet');
  }, lookEveryMs);
  const abort = () => stop('abort', order.signal?.reason === atOnce);
  order.signal?.addEventListener('abort', abort, { once: true });

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
    order.signal?.removeEventListener('abort', abort);
    output.end();
    complaints.end();
    resolve({ code, stdout, stderr, endedBy });
  });
}
