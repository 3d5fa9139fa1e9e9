import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import type { ReplyOutput } from '@tribehall/contract';
import { inTransaction, type Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { BusAwayError, BusTimeoutError, NoResponderError } from '../../platform/bus/bus.ts';
import { record } from '../audit/audit.service.ts';
import { confirmedUntil } from '../sessions/confirmation.service.ts';
import type { Caller } from '../sessions/sessions.service.ts';
import type { OutputReader } from './output-pump.ts';
import type { Recording } from './recording-file.ts';
import { beginRecording, deleteOldRecordings, recordFor } from './recordings.service.ts';
import { recordingFailed, runCommand, type Command, type RunEnd } from './run-command.ts';
import { commandUser } from './run-environment.ts';
import { requireDirectory } from './shell.ts';
import { isRecordingOn, isTerminalOn, refuseTerminal } from './terminal.policy.ts';
import { runSubject, type EndReason, type Run } from './terminal.state.ts';

/** A command that is recorded and has a slot, but does not run yet. */
export type ReadyRun = {
  id: string;
  /** Runs it and returns how it ended. Never throws. */
  go: (reader: OutputReader, maxBytes?: number) => Promise<RunEnd>;
  end: (reason: EndReason) => void;
};

const stopWithinMs = 2000;

export function state(ctx: Ctx, caller: Caller): ReplyOutput<'GET /terminal'> {
  const { home, name: user } = commandUser(ctx);
  return {
    isOn: isTerminalOn(ctx),
    isRecorded: isRecordingOn(ctx),
    confirmedUntil: confirmedUntil(ctx, caller)?.toISOString() ?? null,
    home,
    user,
    host: hostname(),
  };
}

/** Checks and records a command. What cannot be recorded does not run. */
export async function prepare(ctx: Ctx, caller: Caller, command: Command): Promise<ReadyRun> {
  refuseTerminal(ctx, caller);
  await requireDirectory(command.cwd);
  const run = openRun(ctx, caller);
  const target = commandLine(command.cmd, command.args);
  let recording: Recording | undefined;
  try {
    const { id: runId, startedAt } = run;
    recording = await beginRecording(ctx, {
      runId,
      startedAt,
      user: caller.username,
      command: target,
      cwd: command.cwd,
    });
    const details = { ...command, runId, ...(recording ? { recording: recording.id } : {}) };
    await inTransaction(ctx, (ctx) =>
      record(ctx, caller, { action: 'terminal.run', target, outcome: 'started', details }),
    );
  } catch (error) {
    await recording?.discard();
    run.release();
    throw error;
  }
  const unsubscribe = ctx.bus.respond(runSubject(run.id), async (data) => {
    const isTheirs = (data as { userId?: string }).userId === run.userId;
    const isRunning = !run.released.aborted;
    if (isTheirs) run.end('stopped');
    return { isStopped: isTheirs && isRunning };
  });
  const go: ReadyRun['go'] = async (reader, maxBytes) => {
    try {
      const end = await runRecorded(ctx, run, command, { recording, reader, maxBytes });
      await recordEnd(ctx, caller, run, command, end, recording);
      return end;
    } finally {
      unsubscribe();
      run.release();
    }
  };
  return { id: run.id, go, end: run.end };
}

type Output = { recording: Recording | undefined; reader: OutputReader; maxBytes: number | undefined };

/** Runs it with its recording, if it has one: a recording that cannot be continued ends the run. */
async function runRecorded(
  ctx: Ctx,
  run: Run,
  command: Command,
  { recording, reader, maxBytes }: Output,
): Promise<RunEnd> {
  if (!recording) return runCommand(ctx, run, command, reader, maxBytes);
  const onFailure = (err: unknown) => {
    ctx.log.error({ err, runId: run.id }, 'The recording of a command could not be written');
    run.end('recording');
  };
  const recorded = recordFor(recording, reader, onFailure);
  const ended = await runCommand(ctx, run, command, recorded, maxBytes);
  await recorded.flush();
  // A short command may have ended before the failure was noticed.
  const end: RunEnd = recorded.hasFailed() ? { ...ended, endedBy: 'recording', message: recordingFailed } : ended;
  const { code, endedBy, message } = end;
  await recording
    .end({ code, endedBy, ...(message ? { message } : {}) })
    .catch((err: unknown) => ctx.log.error({ err, runId: run.id }, 'The end of a recording could not be written'));
  void deleteOldRecordings(ctx).catch((err: unknown) => ctx.log.warn({ err }, 'Old recordings could not be deleted'));
  return end;
}

const maxPerSession = 3;
const maxPerPortal = 10;

/** Takes a slot for a run; refuses if all are taken. */
function openRun(ctx: Ctx, { userId, sessionId }: Caller): Run {
  const { runs, isClosing } = ctx.state.terminal;
  if (isClosing) throw new AppError('UNAVAILABLE');
  if (runs.size >= maxPerPortal)
    throw new AppError('TOO_MANY_REQUESTS', 'Ten commands are already running on this portal.');
  if ([...runs.values()].filter((run) => run.sessionId === sessionId).length >= maxPerSession)
    throw new AppError('TOO_MANY_REQUESTS', 'Three of your commands are already running. Stop one of them first.');
  const ending = new AbortController();
  const releasing = new AbortController();
  const id = randomBytes(12).toString('base64url');
  const run: Run = {
    id,
    userId,
    sessionId,
    startedAt: ctx.clock(),
    ending: ending.signal,
    end: (reason) => ending.abort(reason),
    release: () => {
      runs.delete(id);
      releasing.abort();
    },
    released: releasing.signal,
  };
  runs.set(id, run);
  return run;
}

/** Stops a run of this user, on any portal. */
export async function stop(ctx: Ctx, caller: Caller, runId: string): Promise<void> {
  const missing = new AppError('NOT_FOUND', 'This command is no longer running.');
  if (!/^[\w-]+$/.test(runId)) throw missing;
  try {
    const reply = await ctx.bus.request(runSubject(runId), { userId: caller.userId }, stopWithinMs);
    if (!(reply as { isStopped: boolean }).isStopped) throw missing;
  } catch (error) {
    if (error instanceof BusAwayError)
      throw new AppError('UNAVAILABLE', "This portal can't reach the others right now. Try again in a moment.");
    if (error instanceof BusTimeoutError)
      throw new AppError('UNAVAILABLE', "The portal that runs this command didn't answer. Try again in a moment.");
    throw error instanceof NoResponderError ? missing : error;
  }
}

async function recordEnd(
  ctx: Ctx,
  caller: Caller,
  run: Run,
  command: Command,
  end: RunEnd,
  recording: Recording | undefined,
): Promise<void> {
  const { code, endedBy, bytes, message } = end;
  const durationMs = ctx.clock().getTime() - run.startedAt.getTime();
  const outcome = endedBy === 'itself' ? (code === 0 ? 'done' : `code ${code}`) : endedBy;
  try {
    const recorded = recording ? { recording: recording.id } : {};
    const details = { runId: run.id, ...recorded, code, endedBy, bytes, durationMs, ...(message ? { message } : {}) };
    await inTransaction(ctx, (ctx) =>
      record(ctx, caller, { action: 'terminal.end', target: commandLine(command.cmd, command.args), outcome, details }),
    );
  } catch (err) {
    ctx.log.error({ err, runId: run.id }, 'The end of a command could not be recorded');
  }
}

const maxLineChars = 500;

/** A command as one readable line, whatever its arguments contain. */
function commandLine(cmd: string, args: readonly string[]): string {
  const line = [cmd, ...args].map(quoted).join(' ');
  return line.length > maxLineChars ? `${line.slice(0, maxLineChars - 1)}…` : line;
}

function quoted(word: string): string {
  if (/^[\w./:=@%+,~-]+$/.test(word)) return word;
  // Line breaks and direction marks are escaped.
  const escaped = JSON.stringify(word).replace(/[\p{C}\u2028\u2029]/gu, escapeCharacter);
  return escaped.includes('\\') ? escaped : `'${word.replaceAll("'", `'\\''`)}'`;
}

function escapeCharacter(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}
