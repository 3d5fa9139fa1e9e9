import { ApiError, apiErrorText, apiStatus, errorMessage } from '../../lib/api/api-error.ts';
import { backOffMs, pause } from '../../lib/api/back-off.ts';
import { createUploadClaims, fingerprintOf, isUnderWay, type UploadItem, type UploadRow } from './upload-item.ts';
import { judge, type Sending } from './upload-transfer.ts';
import type { UnfinishedUpload } from './uploads.queries.ts';

/** What must be known before anything is sent. */
type Preparation = { maxFileBytes: number; unfinished: UnfinishedUpload[] };

export type UploadBackend = {
  prepare: () => Promise<Preparation>;
  /** One attempt to send a file. Returns its id. */
  send: (sending: Sending) => Promise<string>;
  discard: (uploadId: string) => Promise<void>;
};

type Change = (item: UploadItem, changes: Partial<UploadRow>) => void;

const maxConcurrent = 3;

/** Sends the queue with bounded concurrency and retries as long as that can help. */
export function createUploadRunner(backend: UploadBackend, change: Change) {
  const queue: UploadItem[] = [];
  const claims = createUploadClaims();
  let running = 0;
  let transferredBytes = 0;
  let gate: Promise<unknown> = Promise.resolve();
  let preparation: Promise<Preparation> | undefined;

  const fill = () => {
    while (running < maxConcurrent) {
      const item = queue.shift();
      if (item === undefined) return;
      if (isUnderWay(item.row)) void run(item);
    }
  };

  const run = async (item: UploadItem) => {
    const { signal } = item.stop;
    running += 1;
    // No timer if there is nothing to wait for: browsers delay the timers of a hidden tab by up to a minute.
    const waitMs = item.notBefore - Date.now();
    if (waitMs > 0) await pause(waitMs, signal);
    while (!signal.aborted && (await tryOnce(item, signal)));
    running -= 1;
    fill();
  };

  /** Returns whether to try again. */
  const tryOnce = async (item: UploadItem, signal: AbortSignal): Promise<boolean> => {
    try {
      await passGate();
      const uploadId = await send(item, signal);
      if (!signal.aborted) change(item, { state: 'done', uploadId, sent: item.row.size, problem: undefined });
      return false;
    } catch (error) {
      return !signal.aborted && (await handleFailure(item, error, signal));
    }
  };

  /** The gate may close again while we wait. */
  const passGate = async () => {
    let passed: unknown;
    while (passed !== gate) {
      passed = gate;
      await gate;
    }
  };

  const send = async (item: UploadItem, signal: AbortSignal): Promise<string> => {
    const { maxFileBytes, unfinished } = await (preparation ??= prepare());
    signal.throwIfAborted();
    const { name, size, visibility } = item.row;
    if (size > maxFileBytes) throw tooLarge();
    const fingerprint = fingerprintOf(item);
    change(item, { fingerprint, ...(item.attempts === 0 && { state: 'uploading', problem: undefined }) });
    const uploadId = item.row.uploadId ?? claims.find(item.row, unfinished);
    claims.add(uploadId);
    change(item, { uploadId });
    item.mayHaveBegun = true;
    const onCreated = (createdId: string) => {
      claims.add(createdId);
      if (!signal.aborted) change(item, { uploadId: createdId });
    };
    const metadata = { filename: name, visibility, fingerprint };
    const onProgress = progressOf(item, signal);
    return backend.send({ file: item.file, metadata, uploadId, signal, onCreated, onProgress });
  };

  const progressOf = (item: UploadItem, signal: AbortSignal) => {
    let hasStart = false;
    return (sent: number) => {
      if (signal.aborted) return;
      if (hasStart) {
        transferredBytes += Math.max(0, sent - item.row.sent);
        change(item, { sent, state: 'uploading', problem: undefined });
        return;
      }
      hasStart = true;
      // More has arrived than before: the last problem is over.
      if (sent > item.confirmedBytes) item.attempts = 0;
      item.confirmedBytes = sent;
      change(item, { sent });
    };
  };

  const handleFailure = async (item: UploadItem, error: unknown, signal: AbortSignal): Promise<boolean> => {
    const verdict = judge(error, item.row.uploadId !== undefined);
    if (verdict.next === 'fail') {
      fail(item, error, verdict.mayRetry);
      return false;
    }
    const isFirst = item.attempts === 0;
    const waitMs = Math.max(verdict.waitMs, backOffMs(item.attempts));
    item.attempts += 1;
    if (verdict.next === 'restart') {
      item.confirmedBytes = 0;
      change(item, { uploadId: undefined, sent: 0 });
      // Once is harmless; a server that forgets every upload is not.
      if (!isFirst) await pause(waitMs, signal);
      return true;
    }
    change(item, { state: 'retrying', problem: errorMessage(error) });
    // The server may list the part that arrived as an unfinished upload.
    if (item.row.uploadId === undefined) preparation = undefined;
    if (verdict.waitMs > 0) holdFor(pause(verdict.waitMs, new AbortController().signal));
    if (verdict.isOwn && queue.length > 0) {
      item.notBefore = Date.now() + waitMs;
      queue.push(item);
      return false;
    }
    await pause(waitMs, signal);
    return true;
  };

  const prepare = async (): Promise<Preparation> => {
    try {
      const known = await backend.prepare();
      failWaiting(({ row }) => row.size > known.maxFileBytes, tooLarge(), false);
      return known;
    } catch (error) {
      preparation = undefined;
      const verdict = judge(error, false);
      if (verdict.next === 'fail') failWaiting(() => true, error, verdict.mayRetry);
      throw error;
    }
  };

  const failWaiting = (isAffected: (item: UploadItem) => boolean, error: unknown, mayRetry: boolean) => {
    for (const item of queue) {
      if (isUnderWay(item.row) && isAffected(item)) fail(item, error, mayRetry);
    }
  };

  const fail = (item: UploadItem, error: unknown, mayRetry: boolean) =>
    change(item, { state: 'failed', problem: errorMessage(error), mayRetry });

  /** No new attempt starts before this settles. */
  const holdFor = (until: Promise<unknown>) => {
    gate = Promise.all([gate, until]);
  };

  const release = ({ row }: UploadItem) => claims.release(row.uploadId);

  return {
    /** Bytes sent since the tab was opened. */
    transferredBytes: () => transferredBytes,
    holdFor,
    release,

    /** Discards what may be outdated by now. */
    resetPreparation: () => {
      preparation = undefined;
    },

    start: (items: readonly UploadItem[]) => {
      for (const item of items) {
        claims.add(item.row.uploadId);
        queue.push(item);
      }
      fill();
    },

    /** Deletes the part on the server, found by its id or its fingerprint. */
    discard: async (item: UploadItem): Promise<void> => {
      release(item);
      if (!item.mayHaveBegun) return;
      const uploadId = item.row.uploadId ?? claims.find(item.row, (await backend.prepare()).unfinished);
      if (uploadId !== undefined) await backend.discard(uploadId);
    },

    forget: () => {
      queue.length = 0;
      claims.clear();
      preparation = undefined;
    },
  };
}

function tooLarge(): ApiError {
  return new ApiError({ status: apiStatus.payloadTooLarge, message: apiErrorText.tooLarge });
}
