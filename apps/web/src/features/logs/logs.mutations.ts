import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toastError, toastSuccess } from '../../components/notices/toast.tsx';
import { api, apiBody } from '../../lib/api/api.ts';
import { downloadStream, isDismissal } from '../../lib/browser/download.ts';
import { queryOf, type LogFilter } from './log-filter.ts';
import { withOlder, type LogReply, type LogLines } from './log-lines.ts';
import { linesKey } from './logs.queries.ts';

/** Loads lines before the entry `until`. */
export function useReadOlder(filter: LogFilter) {
  const queryClient = useQueryClient();
  const queryKey = linesKey(filter);
  return useMutation({
    mutationFn: (until: string) => api('GET /logs/entries', { query: { ...queryOf(filter, Date.now()), until } }),
    onSuccess: (reply, until) =>
      queryClient.setQueryData<LogLines>(queryKey, (lines) => lines && withOlder(lines, until, reply)),
  });
}

export function useFindWindow(filter: LogFilter) {
  return useMutation({
    mutationFn: (at: string) =>
      findWindow(at, (window) => api('GET /logs/entries', { query: { ...queryOf(filter, Date.now()), ...window } })),
    onError: toastError,
  });
}

export function useDownloadLogs(filter: LogFilter) {
  return useMutation({
    mutationFn: () =>
      downloadStream(fileName(new Date()), () => apiBody('GET /logs/download', { query: queryOf(filter, Date.now()) })),
    onSuccess: () => toastSuccess('Logs downloaded.'),
    onError: (error) => {
      if (!isDismissal(error)) toastError(error);
    },
  });
}

/** Without colons, which some systems don't allow in a file name. */
function fileName(now: Date): string {
  return `logs-${now.toISOString().slice(0, 19).replaceAll(':', '-')}Z.log`;
}

type Window = { after: string; before: string };

const aroundMs = 5 * 60_000;
const minAheadMs = 1_000;

/**
 * The window around a time. A reply holds only its newest lines, so the window ends sooner if so much was logged that the
 * time itself would be cut off.
 */
export async function findWindow(at: string, fetchLines: (window: Window) => Promise<LogReply>): Promise<Window> {
  const time = Date.parse(at);
  for (let aheadMs = aroundMs; ; aheadMs /= 10) {
    const window = {
      after: new Date(time - aroundMs).toISOString(),
      before: new Date(time + Math.max(aheadMs, minAheadMs)).toISOString(),
    };
    if (aheadMs <= minAheadMs) return window;
    const { entries, hasMore } = await fetchLines(window);
    const [first] = entries;
    if (!hasMore || first === undefined || Date.parse(first.at) <= time) return window;
  }
}
