import { vi } from 'vitest';
import { ApiError } from '../lib/api/api-error.ts';
import { createUploadList } from '../features/uploads/upload-list.ts';
import type { UploadBackend } from '../features/uploads/upload-runner.ts';
import type { Sending } from '../features/uploads/upload-transfer.ts';
import type { UnfinishedUpload } from '../features/uploads/uploads.queries.ts';

/** An attempt to send a file, which the test resolves or rejects. */
export type UploadAttempt = Sending & { resolve: (fileId: string) => void; reject: (error: Error) => void };

export function buildUnfinished(changes: Partial<UnfinishedUpload> = {}): UnfinishedUpload {
  return {
    uploadId: 'u1',
    fileName: 'maps/island.png',
    size: 10,
    received: 4,
    visibility: 'private',
    fingerprint: 'maps/island.png|10|7',
    startedAt: '2026-01-02T03:04:05Z',
    expiresAt: '2026-01-09T03:04:05Z',
    ...changes,
  };
}

/** A file without content that reports this size. */
export function chooseFile(path: string, size = 10) {
  const file = new File([], path.split('/').at(-1) ?? path, { lastModified: 7 });
  Object.defineProperty(file, 'size', { value: size });
  return { file, path };
}

export const chooseFiles = (...paths: string[]) => paths.map((path) => chooseFile(path));

export function uploadRefusal(status: number, message = `No ${status}.`, details?: unknown) {
  return new ApiError({ status, message, details });
}

/** Sends nothing: records each attempt and waits for the test to end it. */
export function recordAttempts(attempts: UploadAttempt[]): UploadBackend['send'] {
  return (sending) =>
    new Promise((resolve, reject) => {
      attempts.push({ ...sending, resolve, reject });
      sending.signal.addEventListener('abort', () => reject(new Error('stopped')));
    });
}

type World = { unfinished?: UnfinishedUpload[]; maxFileBytes?: number };

/** An upload list with a fake backend and fake timers. */
export function startUploadList({ unfinished = [], maxFileBytes = 1_000_000 }: World = {}) {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(1);
  const attempts: UploadAttempt[] = [];
  const discarded: string[] = [];
  const prepare = vi.fn<UploadBackend['prepare']>().mockResolvedValue({ maxFileBytes, unfinished });
  const discard = async (uploadId: string) => {
    discarded.push(uploadId);
  };
  const list = createUploadList({ prepare, send: recordAttempts(attempts), discard });
  const rows = () => list.getSnapshot().rows;
  return {
    list,
    attempts,
    discarded,
    rows,
    states: () => rows().map(({ state }) => state),
    names: () => attempts.map(({ metadata }) => metadata.filename),
    lastAttempt: () => {
      const last = attempts.at(-1);
      if (last === undefined) throw new Error('Nothing was tried.');
      return last;
    },
    prepare,
    /** Long enough for everything but deliberate waits. */
    advanceTimers: () => vi.advanceTimersByTimeAsync(300),
  };
}
