import { useQuery, useQueryClient } from '@tanstack/react-query';
import { fieldErrors } from '../../lib/api/api-error.ts';
import type { LogFilter } from './log-filter.ts';
import { newestId, oldestId } from './log-lines.ts';
import { useLogsLive } from './logs.live.ts';
import { useReadOlder } from './logs.mutations.ts';
import { linesKey, linesQuery, newCountQuery } from './logs.queries.ts';
import { useLogReading } from './use-log-reading.ts';

const followMs = 500;
/** Someone who reads further up needs no exact number. */
const countMs = 2_000;

/** The lines of a filter, and how they are read: following, paused or back in time. */
export function useLogLines(filter: LogFilter) {
  const queryClient = useQueryClient();
  const query = useQuery(linesQuery(filter));
  const older = useReadOlder(filter);
  const { host } = filter;
  const { mayFollow, isFollowing, seen, ...reading } = useLogReading(filter);
  const isCounting = mayFollow && seen !== undefined;
  const count = useQuery({ ...newCountQuery(filter, seen ?? ''), enabled: isCounting });
  // A search that the server refuses is not asked again until it is another one.
  const isWanted = isFollowing && fieldErrors(query.error)['search'] === undefined;
  useLogsLive(() => query.refetch({ cancelRefetch: false }), { host, everyMs: followMs, isWanted });
  useLogsLive(() => count.refetch({ cancelRefetch: false }), { host, everyMs: countMs, isWanted: isCounting });
  const lines = query.data;
  const pause = () => {
    if (lines !== undefined) reading.pause(newestId(lines));
  };
  return {
    query,
    older,
    mayFollow,
    isFollowing,
    /** Lines that came since the reading was paused; null for many. */
    newCount: isCounting ? (count.data ?? (count.data === null ? null : 0)) : 0,
    pause,
    follow: () => {
      reading.follow();
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
