import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isOwner, type ReplyOutput } from '@tribehall/contract';
import { inTransaction, type Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { BusAwayError, BusTimeoutError, NoResponderError } from '../../platform/bus/bus.ts';
import { fileSource } from '../../platform/files/byte-source.ts';
import type { OpenFile } from '../../platform/files/open-file.ts';
import { record } from '../audit/audit.service.ts';
import { findEnded, readCallers, type Caller } from '../sessions/sessions.service.ts';
import type { OutputReader } from './output-pump.ts';
import * as files from './recording-file.ts';
import { isRecordingOn, refuseRecordings, refuseTerminal } from './terminal.policy.ts';
import { runSubject } from './terminal.state.ts';

type ListedRecording = ReplyOutput<'GET /terminal/recordings'>['recordings'][number];

const pageSize = 50;
const runReplyMs = 1000;
const dayMs = 24 * 60 * 60 * 1000;

export function recordingsFolder({ config }: Pick<Ctx, 'config'>): string {
  return config.TERMINAL_RECORDING_DIR ?? join(config.DATA_DIR, 'recordings');
}

/** Undefined where recording is off. What should be recorded and cannot be does not run. */
export async function beginRecording(ctx: Ctx, header: files.RecordingHeader): Promise<files.Recording | undefined> {
  if (!isRecordingOn(ctx)) return undefined;
  try {
    return await files.startRecording(recordingsFolder(ctx), header);
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    ctx.log.error({ err: error }, 'A recording of the terminal could not be started');
    if (code === 'ENOSPC' || code === 'EDQUOT')
      throw new AppError('STORAGE_FULL', 'Commands are recorded here, and there is no space left for it.', {}, error);
    throw new AppError('UNAVAILABLE', `Commands are recorded here, and the recording failed (${code}).`, {}, error);
  }
}

export type RecordedReader = OutputReader & { flush: () => Promise<void>; hasFailed: () => boolean };

/** Passes output on after the recording has it: nobody sees what is not recorded. */
export function recordFor(
  recording: files.Recording,
  reader: OutputReader,
  onFailure: (error: unknown) => void,
): RecordedReader {
  let written = Promise.resolve();
  let hasFailed = false;
  const add = async (text: string) => {
    if (hasFailed) return;
    try {
      await recording.add(text);
    } catch (error) {
      hasFailed = true;
      return onFailure(error);
    }
    reader.write(text);
  };
  return {
    write: (text) => void (written = written.then(() => add(text))),
    ready: async () => {
      await written;
      await reader.ready();
    },
    flush: () => written,
    hasFailed: () => hasFailed,
  };
}

export async function listRecordings(ctx: Ctx, before?: string): Promise<ReplyOutput<'GET /terminal/recordings'>> {
  refuseRecordings(ctx);
  const folder = recordingsFolder(ctx);
  const ids = (await files.listRecordings(folder)).filter((id) => before === undefined || id < before);
  const recordings: ListedRecording[] = [];
  for (const id of ids.slice(0, pageSize)) {
    const listed = await describe(ctx, folder, id);
    if (listed) recordings.push(listed);
  }
  return { recordings, hasMore: ids.length > pageSize };
}

/** Undefined where it was deleted meanwhile. */
async function describe(ctx: Ctx, folder: string, id: string): Promise<ListedRecording | undefined> {
  const file = await files.openRecording(folder, id);
  if (!file) return undefined;
  const { header, end } = await readSummary(file);
  const startedAt = startOf(id);
  return {
    id,
    startedAt,
    user: header?.tribehall.user ?? '',
    command: header?.command ?? '',
    cwd: header?.tribehall.cwd ?? '',
    bytes: file.bytes,
    durationMs: Math.round(end ? end.seconds * 1000 : Math.max(0, file.changedAt.getTime() - startedAt.getTime())),
    state: end ? 'ended' : (await isRunning(ctx, runIdOf(id))) ? 'running' : 'interrupted',
    code: end?.code ?? null,
    endedBy: end?.endedBy ?? null,
  };
}

/** An id is the time of the start and the id of the run. */
const startOf = (id: string) => new Date(Number(id.slice(0, 13)));
const runIdOf = (id: string) => id.slice(14);

/** On any portal. One that does not answer in time is there all the same. */
async function isRunning(ctx: Ctx, runId: string): Promise<boolean> {
  if (ctx.state.terminal.runs.has(runId)) return true;
  try {
    await ctx.bus.request(runSubject(runId), {}, runReplyMs);
    return true;
  } catch (error) {
    if (error instanceof BusAwayError || error instanceof BusTimeoutError) return true;
    if (error instanceof NoResponderError) return false;
    throw error;
  }
}

const missing = () => new AppError('NOT_FOUND', "This recording doesn't exist. Old ones are deleted.");

/** Whether someone to whom a recording is being sent is still a logged-in Owner. */
export async function mayStillRead(ctx: Ctx, { sessionId }: Caller): Promise<boolean> {
  if ((await findEnded(ctx, [sessionId])).length > 0) return false;
  return (await readCallers(ctx, [sessionId])).some(({ roles }) => isOwner(roles));
}

/** Output may contain secrets: every reading is audited. */
export async function openForReading(ctx: Ctx, caller: Caller, id: string): Promise<OpenFile> {
  refuseRecordings(ctx);
  refuseTerminal(ctx, caller);
  const file = await files.openRecording(recordingsFolder(ctx), id);
  if (!file) throw missing();
  try {
    await audit(ctx, caller, 'terminal.openRecording', id, (await files.summarize(file)).header?.command);
  } catch (error) {
    await file.handle.close();
    throw error;
  }
  const { handle, bytes } = file;
  const source = await fileSource(handle, bytes);
  return { source, name: `${id}.cast`, type: 'application/x-asciicast', tag: `"${id}-${bytes}"` };
}

export async function removeRecording(ctx: Ctx, caller: Caller, id: string): Promise<void> {
  refuseRecordings(ctx);
  refuseTerminal(ctx, caller);
  const folder = recordingsFolder(ctx);
  const file = await files.openRecording(folder, id);
  if (!file) throw missing();
  const { header, end } = await readSummary(file);
  if (!end && (await isRunning(ctx, runIdOf(id))))
    throw new AppError('CONFLICT', 'This command is still running. Stop it first.');
  // Audited first: nothing disappears without an entry.
  await audit(ctx, caller, 'terminal.deleteRecording', id, header?.command);
  await files.removeRecording(folder, id);
}

async function readSummary(file: files.RecordingFile): Promise<files.RecordingSummary> {
  try {
    return await files.summarize(file);
  } finally {
    await file.handle.close();
  }
}

async function audit(ctx: Ctx, caller: Caller, action: string, id: string, command = ''): Promise<void> {
  const details = { recording: id };
  await inTransaction(ctx, (ctx) => record(ctx, caller, { action, target: command || id, outcome: 'done', details }));
}

/** Retention: deletes what is too old, and the oldest while all together are too large. */
export async function deleteOldRecordings(ctx: Ctx): Promise<void> {
  const folder = recordingsFolder(ctx);
  const { TERMINAL_RECORDING_DAYS: days, TERMINAL_RECORDING_MB: megabytes } = ctx.config;
  const oldest = ctx.clock().getTime() - days * dayMs;
  const running = new Set(ctx.state.terminal.runs.keys());
  let total = 0;
  let deleted = 0;
  for (const id of await files.listRecordings(folder)) {
    const { size } = await stat(join(folder, `${id}.cast`)).catch(() => ({ size: 0 }));
    total += size;
    const isTooOld = startOf(id).getTime() < oldest;
    if ((!isTooOld && total <= megabytes * 1_000_000) || running.has(runIdOf(id))) continue;
    if (await files.removeRecording(folder, id)) deleted += 1;
  }
  if (deleted > 0) ctx.log.info({ deleted }, 'Old recordings of the terminal were deleted');
}
