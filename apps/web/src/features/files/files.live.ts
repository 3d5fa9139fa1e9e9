import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { throttle } from '../../lib/live/throttle.ts';
import { useLive } from '../../lib/live/use-live.ts';
import { refreshFiles } from './files-cache.ts';

const everyMs = 2000;

/** Keeps the list, the room taken and an open file fresh, for those who may hear of all files. */
export function useFilesLive(isAdmin: boolean): void {
  const queryClient = useQueryClient();
  // A long upload of a folder tells of each file; the list may have thousands.
  const [refresh] = useState(() => throttle(everyMs, () => refreshFiles(queryClient)));
  useLive('files', refresh, isAdmin);
}
