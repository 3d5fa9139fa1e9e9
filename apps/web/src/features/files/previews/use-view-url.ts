import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { viewQuery } from '../files.queries.ts';

/**
 * A signed URL to show a file from. It expires with the session and after a day, so the first failure requests a new
 * one; only a second failure means that the file can't be shown.
 */
export function useViewUrl(fileId: string) {
  const query = useQuery(viewQuery(fileId));
  const [failures, setFailures] = useState(0);
  const handleFailure = () => {
    if (query.isFetching) return;
    setFailures(failures + 1);
    if (failures === 0) void query.refetch();
  };
  // A new URL may equal the old one; its fetch time does not.
  return { query, attempt: query.dataUpdatedAt, isBroken: failures > 1, onFailure: handleFailure };
}
