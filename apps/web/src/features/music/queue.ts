import type { CurrentSong, MusicQueue } from './music.queries.ts';

/** The queue as it will be once the portal has applied a change. */
export function withoutEntry(queue: MusicQueue, entryId: string): MusicQueue {
  return { ...queue, entries: queue.entries.filter(({ id }) => id !== entryId) };
}

/** Before another song; null: to the end. */
export function withMoved(queue: MusicQueue, entryId: string, before: string | null): MusicQueue {
  const entry = queue.entries.find(({ id }) => id === entryId);
  if (entry === undefined || before === entryId) return queue;
  const others = withoutEntry(queue, entryId).entries;
  const index = others.findIndex(({ id }) => id === before);
  return { ...queue, entries: others.toSpliced(index === -1 ? others.length : index, 0, entry) };
}

type Change = { isPaused?: boolean | undefined; loop?: MusicQueue['loop'] | undefined; volume?: number | undefined };

export function withChange(queue: MusicQueue, { isPaused, loop, volume }: Change, now: number): MusicQueue {
  const changed = { ...queue, loop: loop ?? queue.loop, volume: volume ?? queue.volume };
  return isPaused === undefined ? changed : withPause(changed, isPaused, now);
}

/** Freezes or resumes the position. */
function withPause(queue: MusicQueue, isPaused: boolean, now: number): MusicQueue {
  const { state, current } = queue;
  if (current === null || state !== (isPaused ? 'playing' : 'paused')) return queue;
  const positionMs = positionAt(current, isPaused, now);
  return {
    ...queue,
    state: isPaused ? 'paused' : 'playing',
    current: { ...current, positionMs, at: new Date(now).toISOString() },
  };
}

type Playing = Pick<CurrentSong, 'positionMs' | 'at' | 'duration'>;

/** Milliseconds into the song, within its bounds even if the clocks differ. */
export function positionAt({ positionMs, at, duration }: Playing, isPlaying: boolean, now: number): number {
  const passedMs = isPlaying ? Math.max(0, now - Date.parse(at)) : 0;
  return Math.min(positionMs + passedMs, duration === null ? Infinity : duration * 1000);
}
