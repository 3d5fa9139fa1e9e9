import { atOnce } from '../../platform/programs/run-program.ts';
import { perPortal } from '../../platform/per-portal.ts';
import type { Song } from './songs.service.ts';
import type { SongKind } from './yt-dlp-download.ts';

/** One download, for all who asked for the same. */
export type Run = {
  videoId: string;
  kind: SongKind;
  /** The work of those who wait for it. */
  workIds: Set<string>;
  signal: AbortSignal;
  /** Nobody can join any more: its end is being told. */
  close: () => void;
};

type Entry = Run & { key: string; cancel: (reason?: string) => void; start: () => Promise<void>; ended: Promise<Song> };

const parallel = 2;

/** The downloads of one process: so many at a time, in the order in which they came. */
export const runs = perPortal(() => {
  const open = new Map<string, Entry>();
  const waiting: Entry[] = [];
  const running = new Set<Entry>();
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
    let settle: { resolve: (song: Song) => void; reject: (error: unknown) => void } | undefined;
    const ended = new Promise<Song>((resolve, reject) => (settle = { resolve, reject }));
    // Who waits for it by its work alone does not look at this.
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
        const place = waiting.indexOf(entry);
        if (place < 0) return;
        waiting.splice(place, 1);
        settle?.reject(new Error('Nobody waits for it any more'));
      },
      start: () => perform(entry).then(settle?.resolve, settle?.reject),
    };
    return entry;
  };

  return {
    /** Joins a download that is under way, or begins it. */
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
    /** Ends a download that nobody else waits for. */
    leave: (workId: string): void => {
      for (const entry of [...open.values(), ...running])
        if (entry.workIds.delete(workId) && entry.workIds.size === 0) entry.cancel();
    },
    workIds: (): string[] => [...new Set([...open.values(), ...running].flatMap((entry) => [...entry.workIds]))],
    /** Ends them all without a word: the process goes. */
    stop: (): void => {
      isStopped = true;
      for (const entry of [...waiting, ...running]) entry.cancel(atOnce);
    },
    isStopped: () => isStopped,
  };
});
