import { useQueryClient } from '@tanstack/react-query';
import { useLive } from '../../lib/live/use-live.ts';
import { databasesQuery, fileKey } from './databases.queries.ts';

/** Refreshes the list and any open file that was saved. */
export function useDatabasesLive(): void {
  const queryClient = useQueryClient();
  useLive('databases', (messages) => {
    void queryClient.invalidateQueries({ queryKey: databasesQuery.queryKey });
    const files = new Set(messages.flatMap((message) => (message.event === 'changed' ? [message.data.file] : [])));
    for (const file of files) void queryClient.invalidateQueries({ queryKey: fileKey(file) });
    // The stream (re)started, so events may have been missed. Requests already under way are not repeated.
    if (messages.some(({ event }) => event === 'snapshot')) {
      void queryClient.invalidateQueries({ queryKey: ['databases', 'file'] }, { cancelRefetch: false });
    }
  });
}
