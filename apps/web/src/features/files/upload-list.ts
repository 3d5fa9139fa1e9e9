import type { Visibility } from '@tribehall/contract';
import type { ChosenFile } from './chosen-files.ts';
import { createItem, isUnderWay, type UploadItem, type UploadRow, type UploadState } from './upload-item.ts';
import { createUploadRunner, type UploadDoors } from './upload-runner.ts';
import { createSpeedMeter } from './upload-speed.ts';
import { totalsOf, type UploadTotals } from './upload-totals.ts';
import type { UnfinishedUpload } from './uploads.queries.ts';

export type UploadSnapshot = Readonly<{ rows: readonly UploadRow[]; totals: UploadTotals }>;

const publishEveryMs = 250;
const sliceLength = 100;
const emptySnapshot: UploadSnapshot = { rows: [], totals: totalsOf([], 0) };

/**
 * The files chosen in this tab and what becomes of them. Whoever watches hears of changes a few times a second at most,
 * however many there are.
 */
export function createUploadList(doors: UploadDoors) {
  const listeners = new Set<() => void>();
  const items = new Map<string, UploadItem>();
  let snapshot = emptySnapshot;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let publishedAt = 0;
  let speed = createSpeedMeter();
  /** Another one begins when everything so far is called off. */
  let currentEra = 0;

  const publish = () => {
    timer = undefined;
    publishedAt = Date.now();
    const rows = Array.from(items.values(), ({ row }) => row);
    const totals = totalsOf(rows, speed.read(publishedAt, runner.movedBytes()));
    snapshot = { rows, totals };
    for (const listener of listeners) listener();
    // A speed of a moment ago has to fade, also when nothing happens any more.
    if (totals.bytesPerSecond > 0) publishSoon();
  };
  const publishSoon = () => {
    timer ??= setTimeout(publish, Math.max(0, publishedAt + publishEveryMs - Date.now()));
  };
  const change = (item: UploadItem, changes: Partial<UploadRow>) => {
    item.row = { ...item.row, ...changes };
    publishSoon();
  };
  const runner = createUploadRunner(doors, change);

  const start = (added: UploadItem[]) => {
    for (const item of added) items.set(item.row.id, item);
    runner.start(added);
    publishSoon();
  };
  /** Some at a time: for each one the browser asks the drive how large it is, and the page would stand still. */
  const addSlices = async (files: readonly ChosenFile[], visibility: Visibility, era: number) => {
    for (let from = 0; from < files.length; from += sliceLength) {
      if (from > 0) await new Promise((resolve) => setTimeout(resolve));
      if (era !== currentEra) return;
      start(files.slice(from, from + sliceLength).map((chosen) => createItem(chosen, visibility)));
    }
  };
  const cancelItem = (item: UploadItem) => {
    if (!isUnderWay(item.row)) return;
    item.stop.abort();
    change(item, { state: 'cancelled', problem: undefined });
    // What cannot be told to the server now expires there by itself.
    runner.discard(item).catch(() => undefined);
  };
  const retryItems = (failed: UploadItem[]) => {
    const again = failed.filter(({ row }) => row.state === 'failed' && row.mayRetry);
    for (const item of again) {
      Object.assign(item, { stop: new AbortController(), attempts: 0, notBefore: 0 });
      change(item, { state: 'waiting', problem: undefined, mayRetry: false });
    }
    runner.prepareAnew();
    runner.start(again);
  };
  const found = (id: string): UploadItem[] => {
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
    /** As it is now, which may not be told yet. */
    isEmpty: () => items.size === 0,

    add: (files: readonly ChosenFile[], visibility: Visibility) => {
      runner.prepareAnew();
      void addSlices(files, visibility, currentEra);
    },
    /** Goes on with an upload of the server's list, whose file was chosen again. */
    resume: (file: File, { uploadId, fileName, visibility }: UnfinishedUpload) => {
      runner.prepareAnew();
      start([createItem({ file, path: fileName }, visibility, uploadId)]);
    },

    cancel: (id: string) => found(id).forEach(cancelItem),
    cancelAll: () => {
      currentEra += 1;
      items.forEach(cancelItem);
    },
    retry: (id: string) => retryItems(found(id)),
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
    /** Ends everything here; what the server has stays there for its user. */
    forget: () => {
      currentEra += 1;
      for (const { stop } of items.values()) stop.abort();
      items.clear();
      runner.forget();
      speed = createSpeedMeter();
      publishSoon();
    },
  };
}
