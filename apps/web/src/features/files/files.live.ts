import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { throttle } from '../../lib/live/throttle.ts';
import { useLive } from '../../lib/live/use-live.ts';
import { refreshFiles } from './files-cache.ts';

const refreshEveryMs = 2000;

/** Refreshes the list, the usage and an open file. Only admins may subscribe. */
export function useFilesLive(isAdmin: boolean): void {
  const queryClient = useQueryClient();
  // Uploading a folder sends an event per file, and the list may have thousands.
  const [refresh] = useState(() => throttle(refreshEveryMs, () => refreshFiles(queryClient)));
  useLive('files', refresh, isAdmin);
}
