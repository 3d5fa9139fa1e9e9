import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toastError, toastSuccess } from '../../components/notices/toast.tsx';
import { api, apiBody } from '../../lib/api/api.ts';
import { isDismissal, downloadStream } from '../../lib/browser/download.ts';
import { queryOf, type LogFilter } from './log-filter.ts';
import { withOlder, type LogLines } from './log-lines.ts';
import { findWindow } from './log-window.ts';
import { linesKey } from './logs.queries.ts';

/** Reads further back, above the entry `until`. */
export function useReadOlder(filter: LogFilter) {
  const queryClient = useQueryClient();
  const queryKey = linesKey(filter);
  return useMutation({
    mutationFn: (until: string) => api('GET /logs/entries', { query: { ...queryOf(filter, Date.now()), until } }),
    onSuccess: (answer, until) =>
      queryClient.setQueryData<LogLines>(queryKey, (lines) => lines && withOlder(lines, until, answer)),
  });
}

/** Finds the window around a time. */
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

/** Without the characters that some systems do not allow in a name. */
function fileName(now: Date): string {
  return `logs-${now.toISOString().slice(0, 19).replaceAll(':', '-')}Z.log`;
}
