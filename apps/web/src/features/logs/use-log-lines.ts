import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { fieldErrors } from '../../lib/api/api-error.ts';
import { reachesNow, type LogFilter } from './log-filter.ts';
import { newestId, oldestId } from './log-lines.ts';
import { useLogsLive } from './logs.live.ts';
import { useReadOlder } from './logs.mutations.ts';
import { linesKey, linesQuery, newCountQuery } from './logs.queries.ts';

const followMs = 500;
/** While scrolled back, the count may lag. */
const countMs = 2_000;

/** The lines of a filter, followed or paused. */
export function useLogLines(filter: LogFilter) {
  const queryClient = useQueryClient();
  const query = useQuery(linesQuery(filter));
  const older = useReadOlder(filter);
  const { host } = filter;
  const { mayFollow, isFollowing, seen, ...following } = useFollowing(filter);
  const isCounting = mayFollow && seen !== undefined;
  const count = useQuery({ ...newCountQuery(filter, seen ?? ''), enabled: isCounting });
  // A search the server refused is not repeated.
  const isEnabled = isFollowing && fieldErrors(query.error)['search'] === undefined;
  useLogsLive(() => query.refetch({ cancelRefetch: false }), { host, everyMs: followMs, isEnabled });
  useLogsLive(() => count.refetch({ cancelRefetch: false }), { host, everyMs: countMs, isEnabled: isCounting });
  const lines = query.data;
  const pause = () => {
    if (lines !== undefined) following.pause(newestId(lines));
  };
  return {
    query,
    older,
    mayFollow,
    isFollowing,
    /** Lines since following was paused; null for many. */
    newCount: isCounting ? (count.data ?? (count.data === null ? null : 0)) : 0,
    pause,
    follow: () => {
      following.follow();
      if (lines?.isAtEnd === true) void query.refetch({ cancelRefetch: false });
      else void queryClient.resetQueries({ queryKey: linesKey(filter), exact: true });
    },
    readOlder: () => {
      const until = lines && oldestId(lines);
      if (until === undefined) return;
      pause();
      older.mutate(until);
    },
  };
}

export type LogLinesView = ReturnType<typeof useLogLines>;

type Pause = { filterKey: string; seen: string | undefined };

/** Following the newest line, or paused since the entry `seen` was the newest. */
function useFollowing(filter: LogFilter) {
  const filterKey = JSON.stringify(filter);
  const [pause, setPause] = useState<Pause>();
  const mayFollow = reachesNow(filter) && filter.at === undefined;
  const isPaused = pause?.filterKey === filterKey;
  return {
    mayFollow,
    isFollowing: mayFollow && !isPaused,
    seen: isPaused ? pause.seen : undefined,
    pause: (newestId: string | undefined) =>
      setPause((before) => (before?.filterKey === filterKey ? before : { filterKey, seen: newestId })),
    follow: () => setPause(undefined),
  };
}
