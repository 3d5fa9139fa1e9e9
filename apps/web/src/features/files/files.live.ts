import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { atMostEvery } from '../../lib/at-most-every.ts';
import { useLive } from '../../lib/use-live.ts';
import { refreshFiles } from './files-cache.ts';

const everyMs = 2000;

/** Keeps the list, the room taken and an open file fresh, for those who may hear of all files. */
export function useFilesLive(isAdmin: boolean): void {
  const queryClient = useQueryClient();
  // A long upload of a folder tells of each file; the list may have thousands.
  const [refresh] = useState(() => atMostEvery(everyMs, () => refreshFiles(queryClient)));
  useLive('files', refresh, isAdmin);
}
