import { machineDefaults } from '../../../platform/machine.ts';
import { killNow } from '../../../platform/programs/run-program.ts';
import type { Song } from './songs.service.ts';
import type { SongKind } from '../yt-dlp/yt-dlp-download.ts';

/** One download, shared by all requests for the same video and kind. */
export type Run = {
  videoId: string;
  kind: SongKind;
  /** The work rows that wait for it. */
  workIds: Set<string>;
  signal: AbortSignal;
  /** From now on nobody can join: its result is being published. */
  close: () => void;
};

type Entry = Run & { key: string; cancel: (reason?: string) => void; start: () => Promise<void>; ended: Promise<Song> };

export type DownloadRuns = ReturnType<typeof createDownloadRuns>;

/** The downloads of one process: single-flight per video and kind, a few at a time, first come first served. */
export function createDownloadRuns(parallel = machineDefaults.downloads) {
  const open = new Map<string, Entry>();
  const waiting: Entry[] = [];
  const running = new Set<Entry>();
  /** Of those that were started. */
  const outcomes = { done: 0, failed: 0, cancelled: 0 };
  let isStopped = false;

  const next = () => {
    while (running.size < parallel && !isStopped) {
      const entry = waiting.shift();
      if (!entry) return;
      running.add(entry);
      void entry.start().finally(() => {
        entry.close();
        running.delete(entry);
        next();
      });
    }
  };

  const create = (key: string, asked: Pick<Run, 'videoId' | 'kind'>, perform: (run: Run) => Promise<Song>): Entry => {
    const ending = new AbortController();
    let settlers: { resolve: (song: Song) => void; reject: (error: unknown) => void } | undefined;
    const ended = new Promise<Song>((resolve, reject) => (settlers = { resolve, reject }));
    // Callers that follow their work row do not await this.
    ended.catch(() => undefined);
    const entry: Entry = {
      ...asked,
      key,
      workIds: new Set(),
      signal: ending.signal,
      ended,
      close: () => {
        if (open.get(key) === entry) open.delete(key);
      },
      cancel: (reason) => {
        entry.close();
        ending.abort(reason);
        const index = waiting.indexOf(entry);
        if (index < 0) return;
        waiting.splice(index, 1);
        settlers?.reject(new Error('The download was cancelled before it started'));
      },
      start: () =>
        perform(entry).then(
          (song) => {
            outcomes.done += 1;
            settlers?.resolve(song);
          },
          (error: unknown) => {
            outcomes[ending.signal.aborted ? 'cancelled' : 'failed'] += 1;
            settlers?.reject(error);
          },
        ),
    };
    return entry;
  };

  return {
    /** Joins a running download, or starts one. */
    join: (
      asked: Pick<Run, 'videoId' | 'kind'>,
      workId: string,
      perform: (run: Run) => Promise<Song>,
    ): Promise<Song> => {
      const key = `${asked.kind} ${asked.videoId}`;
      const known = open.get(key);
      const entry = known ?? create(key, asked, perform);
      entry.workIds.add(workId);
      if (!known) {
        open.set(key, entry);
        waiting.push(entry);
        next();
      }
      return entry.ended;
    },
    /** Cancels a download that nobody else waits for. */
    leave: (workId: string): void => {
      for (const entry of [...open.values(), ...running])
        if (entry.workIds.delete(workId) && entry.workIds.size === 0) entry.cancel();
    },
    workIds: (): string[] => [...new Set([...open.values(), ...running].flatMap((entry) => [...entry.workIds]))],
    /** Cancels all of them without a result: the process exits. */
    stop: (): void => {
      isStopped = true;
      for (const entry of [...waiting, ...running]) entry.cancel(killNow);
    },
    isStopped: () => isStopped,
    counts: () => ({ running: running.size, waiting: waiting.length, outcomes }),
  };
}
