import { useQueryClient } from '@tanstack/react-query';
import { useLive } from '../../lib/live/use-live.ts';
import { databasesQuery, fileKey } from './databases.queries.ts';

/** Keeps the list, and what is shown of a file that someone saved, fresh. */
export function useDatabasesLive(): void {
  const queryClient = useQueryClient();
  useLive('databases', (messages) => {
    void queryClient.invalidateQueries({ queryKey: databasesQuery.queryKey });
    const files = new Set(messages.flatMap((message) => (message.event === 'changed' ? [message.data.file] : [])));
    for (const file of files) void queryClient.invalidateQueries({ queryKey: fileKey(file) });
    // A new start of the stream: anything may have happened before. What is being read just now is not read twice.
    if (messages.some(({ event }) => event === 'snapshot')) {
      void queryClient.invalidateQueries({ queryKey: ['databases', 'file'] }, { cancelRefetch: false });
    }
  });
}
