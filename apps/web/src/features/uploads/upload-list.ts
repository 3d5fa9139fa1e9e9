import type { Visibility } from '@tribehall/contract';
import type { ChosenFile } from './chosen-files.ts';
import {
  createItem,
  isUnderWay,
  totalsOf,
  type UploadItem,
  type UploadRow,
  type UploadState,
  type UploadTotals,
} from './upload-item.ts';
import { createUploadRunner, type UploadBackend } from './upload-runner.ts';
import type { UnfinishedUpload } from './uploads.queries.ts';

export type UploadSnapshot = Readonly<{ rows: readonly UploadRow[]; totals: UploadTotals }>;

const publishEveryMs = 250;
const sliceLength = 100;
const emptySnapshot: UploadSnapshot = { rows: [], totals: totalsOf([], 0) };

/**
 * The files chosen in this tab and the state of their uploads. Subscribers are notified a few times a second at most,
 * however many files there are.
 */
export function createUploadList(backend: UploadBackend) {
  const listeners = new Set<() => void>();
  const items = new Map<string, UploadItem>();
  let snapshot = emptySnapshot;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let publishedAt = 0;
  let speed = createSpeedometer();
  /** Incremented when everything is cancelled, which stops slices that are still being added. */
  let currentGeneration = 0;

  const publish = () => {
    timer = undefined;
    publishedAt = Date.now();
    const rows = Array.from(items.values(), ({ row }) => row);
    const totals = totalsOf(rows, speed.read(publishedAt, runner.transferredBytes()));
    snapshot = { rows, totals };
    for (const listener of listeners) listener();
    // The shown speed has to drop to zero even when nothing is sent any more.
    if (totals.bytesPerSecond > 0) publishSoon();
  };
  const publishSoon = () => {
    timer ??= setTimeout(publish, Math.max(0, publishedAt + publishEveryMs - Date.now()));
  };
  const change = (item: UploadItem, changes: Partial<UploadRow>) => {
    item.row = { ...item.row, ...changes };
    publishSoon();
  };
  const runner = createUploadRunner(backend, change);

  const start = (added: UploadItem[]) => {
    for (const item of added) items.set(item.row.id, item);
    runner.start(added);
    publishSoon();
  };
  /** In slices: the browser reads every file's size from the drive, which would freeze the page. */
  const addSlices = async (files: readonly ChosenFile[], visibility: Visibility, generation: number) => {
    for (let from = 0; from < files.length; from += sliceLength) {
      if (from > 0) await new Promise((resolve) => setTimeout(resolve));
      if (generation !== currentGeneration) return;
      start(files.slice(from, from + sliceLength).map((chosen) => createItem(chosen, visibility)));
    }
  };
  const cancelItem = (item: UploadItem) => {
    if (!isUnderWay(item.row)) return;
    item.stop.abort();
    change(item, { state: 'cancelled', problem: undefined });
    // If the server cannot be reached, the upload expires there.
    runner.discard(item).catch(() => undefined);
  };
  const retryItems = (failed: UploadItem[]) => {
    const again = failed.filter(({ row }) => row.state === 'failed' && row.mayRetry);
    for (const item of again) {
      Object.assign(item, { stop: new AbortController(), attempts: 0, notBefore: 0 });
      change(item, { state: 'waiting', problem: undefined, mayRetry: false });
    }
    runner.resetPreparation();
    runner.start(again);
  };
  const find = (id: string): UploadItem[] => {
    const item = items.get(id);
    return item === undefined ? [] : [item];
  };

  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    getSnapshot: () => snapshot,
    /** The current state, which the snapshot may not show yet. */
    isEmpty: () => items.size === 0,

    add: (files: readonly ChosenFile[], visibility: Visibility) => {
      runner.resetPreparation();
      void addSlices(files, visibility, currentGeneration);
    },
    /** Resumes an unfinished upload whose file was chosen again. */
    resume: (file: File, { uploadId, fileName, visibility }: UnfinishedUpload) => {
      runner.resetPreparation();
      start([createItem({ file, path: fileName }, visibility, uploadId)]);
    },

    cancel: (id: string) => find(id).forEach(cancelItem),
    cancelAll: () => {
      currentGeneration += 1;
      items.forEach(cancelItem);
    },
    retry: (id: string) => retryItems(find(id)),
    retryFailed: () => retryItems([...items.values()]),
    clear: (states: readonly UploadState[]) => {
      for (const item of items.values()) {
        if (!states.includes(item.row.state) || isUnderWay(item.row)) continue;
        items.delete(item.row.id);
        runner.release(item);
      }
      publishSoon();
    },

    holdFor: runner.holdFor,
    /** Stops everything in this tab; unfinished uploads stay on the server. */
    forget: () => {
      currentGeneration += 1;
      for (const { stop } of items.values()) stop.abort();
      items.clear();
      runner.forget();
      speed = createSpeedometer();
      publishSoon();
    },
  };
}

const windowMs = 5_000;
/** A shorter window is too noisy. */
const minWindowMs = 400;

type Sample = { at: number; transferredBytes: number };

/** Bytes per second over the last few seconds. */
function createSpeedometer() {
  let samples: Sample[] = [];
  return {
    /** `transferredBytes` is a counter that only grows. */
    read: (at: number, transferredBytes: number): number => {
      samples = [...samples.filter((sample) => at - sample.at <= windowMs), { at, transferredBytes }];
      const [oldest] = samples;
      if (oldest === undefined || at - oldest.at < minWindowMs) return 0;
      return ((transferredBytes - oldest.transferredBytes) * 1000) / (at - oldest.at);
    },
  };
}
