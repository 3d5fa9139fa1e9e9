import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { throttle } from '../../lib/live/throttle.ts';
import { live } from '../../lib/live/live.ts';
import { refreshFiles } from './files-cache.ts';
import type { UploadSnapshot } from './upload-list.ts';
import { uploads } from './uploads.ts';
import { unfinishedUploadsQuery } from './uploads.queries.ts';

const refreshEveryMs = 2000;

/** Uploads that ended before the list of files was last asked for. */
let endedBefore = 0;

export function useUploads(): UploadSnapshot {
  return useSyncExternalStore(uploads.subscribe, uploads.getSnapshot);
}

/** Shows what was uploaded in the list of files, also what ended while another page was open. */
export function useUploadsRefresh(): void {
  const queryClient = useQueryClient();
  const [refresh] = useState(() =>
    throttle(refreshEveryMs, async () => {
      // Whoever hears of each file needs no more than the last word.
      const isTold = live.getState() === 'live' && uploads.getSnapshot().totals.underWay > 0;
      await Promise.all([
        isTold ? undefined : refreshFiles(queryClient),
        queryClient.invalidateQueries({ queryKey: unfinishedUploadsQuery.queryKey }),
      ]);
    }),
  );
  useEffect(() => {
    const look = () => {
      const { done, cancelled } = uploads.getSnapshot().totals;
      if (done + cancelled === endedBefore) return;
      endedBefore = done + cancelled;
      refresh();
    };
    look();
    return uploads.subscribe(look);
  }, [refresh]);
}
