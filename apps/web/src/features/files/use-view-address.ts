import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { viewQuery } from './files.queries.ts';

/**
 * The address to show a file from. It ends with the session and after a day: at the first failure a new one is asked
 * for, and only a second one means that the file cannot be shown.
 */
export function useViewAddress(fileId: string) {
  const query = useQuery(viewQuery(fileId));
  const [failures, setFailures] = useState(0);
  const handleFailure = () => {
    if (query.isFetching) return;
    setFailures(failures + 1);
    if (failures === 0) void query.refetch();
  };
  // A new address may read like the old one; its time does not.
  return { query, attempt: query.dataUpdatedAt, isBroken: failures > 1, onFailure: handleFailure };
}
