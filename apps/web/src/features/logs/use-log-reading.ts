import { useState } from 'react';
import { reachesNow, type LogFilter } from './log-filter.ts';

type Pause = { place: string; seen: string | undefined };

/** Where someone reads: at the newest line, or further up since the entry `seen` was the newest. */
export function useLogReading(filter: LogFilter) {
  const place = JSON.stringify(filter);
  const [pause, setPause] = useState<Pause>();
  const mayFollow = reachesNow(filter) && filter.at === undefined;
  const isPaused = pause?.place === place;
  return {
    mayFollow,
    isFollowing: mayFollow && !isPaused,
    seen: isPaused ? pause.seen : undefined,
    pause: (newestId: string | undefined) =>
      setPause((before) => (before?.place === place ? before : { place, seen: newestId })),
    follow: () => setPause(undefined),
  };
}
