import { ApiError, apiErrorText, apiStatus, errorMessage } from '../../lib/api/api-error.ts';
import { backOffMs, pause } from '../../lib/api/back-off.ts';
import { createUploadClaims } from './upload-claims.ts';
import { fingerprintOf, isUnderWay, type UploadItem, type UploadRow } from './upload-item.ts';
import { judge } from './upload-rules.ts';
import type { Sending } from './upload-transfer.ts';
import type { UnfinishedUpload } from './uploads.queries.ts';

/** What has to be known before anything is sent. */
type Preparation = { maxFileBytes: number; unfinished: UnfinishedUpload[] };

export type UploadDoors = {
  prepare: () => Promise<Preparation>;
  /** Sends a file in one try and answers its id. */
  send: (sending: Sending) => Promise<string>;
  discard: (uploadId: string) => Promise<void>;
};

type Change = (item: UploadItem, changes: Partial<UploadRow>) => void;

const maxAtOnce = 3;

/** Sends what is queued, a few at once, and tries again for as long as it may help. */
export function createUploadRunner(doors: UploadDoors, change: Change) {
  const queue: UploadItem[] = [];
  const claims = createUploadClaims();
  let running = 0;
  let movedBytes = 0;
  let gate: Promise<unknown> = Promise.resolve();
  let preparation: Promise<Preparation> | undefined;

  const fill = () => {
    while (running < maxAtOnce) {
      const item = queue.shift();
      if (item === undefined) return;
      if (isUnderWay(item.row)) void run(item);
    }
  };

  const run = async (item: UploadItem) => {
    const { signal } = item.stop;
    running += 1;
    // No timer where there is nothing to wait for: browsers let those of a hidden tab wait a minute.
    const waitMs = item.notBefore - Date.now();
    if (waitMs > 0) await pause(waitMs, signal);
    while (!signal.aborted && (await tryOnce(item, signal)));
    running -= 1;
    fill();
  };

  /** Answers whether to try again. */
  const tryOnce = async (item: UploadItem, signal: AbortSignal): Promise<boolean> => {
    try {
      await passGate();
      const uploadId = await send(item, signal);
      if (!signal.aborted) change(item, { state: 'done', uploadId, sent: item.row.size, problem: undefined });
      return false;
    } catch (error) {
      return !signal.aborted && (await goOn(item, error, signal));
    }
  };

  /** It may have been closed again meanwhile. */
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
    const onBegun = (begunId: string) => {
      claims.add(begunId);
      if (!signal.aborted) change(item, { uploadId: begunId });
    };
    const metadata = { filename: name, visibility, fingerprint };
    const onProgress = progressOf(item, signal);
    return doors.send({ file: item.file, metadata, uploadId, signal, onBegun, onProgress });
  };

  const progressOf = (item: UploadItem, signal: AbortSignal) => {
    let hasStart = false;
    return (sent: number) => {
      if (signal.aborted) return;
      if (hasStart) {
        movedBytes += Math.max(0, sent - item.row.sent);
        change(item, { sent, state: 'uploading', problem: undefined });
        return;
      }
      hasStart = true;
      // More has arrived than before: what was wrong then is over.
      if (sent > item.safe) item.attempts = 0;
      item.safe = sent;
      change(item, { sent });
    };
  };

  const goOn = async (item: UploadItem, error: unknown, signal: AbortSignal): Promise<boolean> => {
    const verdict = judge(error, item.row.uploadId !== undefined);
    if (verdict.next === 'fail') {
      refuse(item, error, verdict.mayRetry);
      return false;
    }
    const isFirst = item.attempts === 0;
    const waitMs = Math.max(verdict.waitMs, backOffMs(item.attempts));
    item.attempts += 1;
    if (verdict.next === 'anew') {
      item.safe = 0;
      change(item, { uploadId: undefined, sent: 0 });
      // Once is no trouble; a server that forgets each one is.
      if (!isFirst) await pause(waitMs, signal);
      return true;
    }
    change(item, { state: 'retrying', problem: errorMessage(error) });
    // What has arrived of it is in the server's list by now.
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
      const known = await doors.prepare();
      refuseWaiting(({ row }) => row.size > known.maxFileBytes, tooLarge(), false);
      return known;
    } catch (error) {
      preparation = undefined;
      const verdict = judge(error, false);
      if (verdict.next === 'fail') refuseWaiting(() => true, error, verdict.mayRetry);
      throw error;
    }
  };

  const refuseWaiting = (isMeant: (item: UploadItem) => boolean, error: unknown, mayRetry: boolean) => {
    for (const item of queue) {
      if (isUnderWay(item.row) && isMeant(item)) refuse(item, error, mayRetry);
    }
  };

  const refuse = (item: UploadItem, error: unknown, mayRetry: boolean) =>
    change(item, { state: 'failed', problem: errorMessage(error), mayRetry });

  /** Nothing new is tried before this is over. */
  const holdFor = (until: Promise<unknown>) => {
    gate = Promise.all([gate, until]);
  };

  const release = ({ row }: UploadItem) => claims.release(row.uploadId);

  return {
    /** Bytes that went out since this tab was opened. */
    movedBytes: () => movedBytes,
    holdFor,
    release,

    /** What is known may be old by now. */
    prepareAnew: () => {
      preparation = undefined;
    },

    start: (items: readonly UploadItem[]) => {
      for (const item of items) {
        claims.add(item.row.uploadId);
        queue.push(item);
      }
      fill();
    },

    /** Gives up what was sent of it, by its id or by what it looks like. */
    discard: async (item: UploadItem): Promise<void> => {
      release(item);
      if (!item.mayHaveBegun) return;
      const uploadId = item.row.uploadId ?? claims.find(item.row, (await doors.prepare()).unfinished);
      if (uploadId !== undefined) await doors.discard(uploadId);
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
