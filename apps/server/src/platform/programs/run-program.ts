import { spawn, type ChildProcess } from 'node:child_process';
import { hostEnvironment } from '../../config.ts';

export class ProgramMissingError extends Error {}

/** As the reason of an abort: kills the program without a grace period. */
export const killNow = 'kill now';

export type ProgramCommand = {
  path: string;
  args: readonly string[];
  cwd?: string;
  /** In addition to PATH, HOME and TMPDIR. */
  env?: Record<string, string>;
  timeoutMs: number;
  /** The program is ended after this long without output. Read on every check, so it may change meanwhile. */
  idleTimeoutMs?: () => number;
  signal?: AbortSignal;
  /** Receives stdout line by line; it is then not collected. */
  onLine?: (line: string) => void;
  /** Receives stderr line by line; it is also collected. */
  onErrorLine?: (line: string) => void;
  maxOutputChars?: number;
};

export type ProgramEnd = {
  code: number | null;
  stdout: string;
  /** Only the end, if it is long. */
  stderr: string;
  endedBy: 'itself' | 'timeout' | 'idle' | 'output' | 'abort';
};

const maxErrorChars = 64 * 1024;
const defaultOutputChars = 1024 * 1024;
const idleCheckMs = 250;
/** A process outside of the group may hold the pipes open after the program has exited. */
const closeWithinMs = 5000;

/** Runs a program without a shell, as the leader of a process group that is ended as a whole. */
export function runProgram(command: ProgramCommand): Promise<ProgramEnd> {
  return new Promise((resolve, reject) => {
    if (command.signal?.aborted) return resolve({ code: null, stdout: '', stderr: '', endedBy: 'abort' });
    const child = spawn(command.path, command.args, {
      cwd: command.cwd,
      // English messages, and output in UTF-8.
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
  let lastOutputAt = performance.now();
  const maxChars = command.maxOutputChars ?? defaultOutputChars;
  const stop = (reason: ProgramEnd['endedBy'], isForced = false) => {
    if (endedBy !== 'itself') return;
    endedBy = reason;
    endGroup(child, { isForced });
  };
  const output = createLineReader((line) => command.onLine?.(line), maxChars);
  const errorOutput = createLineReader((line) => command.onErrorLine?.(line), maxErrorChars);
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    lastOutputAt = performance.now();
    if (command.onLine) output.add(text);
    else if (stdout.length + text.length <= maxChars) stdout += text;
    else stop('output');
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    lastOutputAt = performance.now();
    stderr = `${stderr}${text}`.slice(-maxErrorChars);
    errorOutput.add(text);
  });

  const timer = setTimeout(() => stop('timeout'), command.timeoutMs);
  const idleCheck = setInterval(() => {
    if (command.idleTimeoutMs && performance.now() - lastOutputAt > command.idleTimeoutMs()) stop('idle');
  }, idleCheckMs);
  const abort = () => stop('abort', command.signal?.reason === killNow);
  command.signal?.addEventListener('abort', abort, { once: true });

  child.once('exit', () => {
    killGroup(child);
    setTimeout(() => {
      child.stdout?.destroy();
      child.stderr?.destroy();
    }, closeWithinMs).unref();
  });
  child.once('close', (code) => {
    clearTimeout(timer);
    clearInterval(idleCheck);
    command.signal?.removeEventListener('abort', abort);
    output.end();
    errorOutput.end();
    resolve({ code, stdout, stderr, endedBy });
  });
}

/** Splits text that arrives in chunks into lines. Lines that are too long are truncated. */
function createLineReader(onLine: (line: string) => void, maxLineChars: number) {
  let rest = '';
  return {
    add: (text: string) => {
      const lines = `${rest}${text}`.split('\n');
      rest = (lines.pop() ?? '').slice(0, maxLineChars);
      for (const line of lines) onLine(line.slice(0, maxLineChars).replace(/\r$/, ''));
    },
    /** Emits the text after the last line break. */
    end: () => {
      if (rest !== '') onLine(rest);
      rest = '';
    },
  };
}

const graceMs = 3000;

/** Sends a signal to the process group that a child leads. */
function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch {
    // The group is empty, or the system has no process groups.
    child.kill(signal);
  }
}

/** Ends the group with SIGTERM, and with SIGKILL after a grace period; if forced, with SIGKILL right away. */
function endGroup(child: ChildProcess, { isForced }: { isForced: boolean }): void {
  if (isForced) return signalGroup(child, 'SIGKILL');
  signalGroup(child, 'SIGTERM');
  setTimeout(() => {
    // Once the child has been reaped, its PID may belong to another process.
    if (child.exitCode === null && child.signalCode === null) signalGroup(child, 'SIGKILL');
  }, graceMs).unref();
}

/** Kills the orphaned processes of a program that has exited. */
function killGroup(child: ChildProcess): void {
  signalGroup(child, 'SIGKILL');
}
