import { useEffect, useEffectEvent, useState } from 'react';
import { errorMessage, hasCode } from '../../lib/api/api-error.ts';
import { followWork, type WorkProgress } from './follow-work.ts';

/** How work ended: its last word, or why that is not known. */
export type WorkEnd = { progress: WorkProgress | undefined; failure: string | undefined };

type Work = { progress: WorkProgress | undefined; isConnected: boolean; end: WorkEnd | undefined };

/** Follows one piece of work while the component is there; another one needs another `key`. */
export function useWork(eventId: string, onEnd: (end: WorkEnd) => void): Work {
  const [work, setWork] = useState<Work>({ progress: undefined, isConnected: true, end: undefined });
  const finish = useEffectEvent((end: WorkEnd) => {
    setWork(({ progress }) => ({ progress: end.progress ?? progress, isConnected: true, end }));
    onEnd(end);
  });
  useEffect(() => {
    const stop = new AbortController();
    const listener = {
      onProgress: (progress: WorkProgress) => setWork((known) => ({ ...known, progress })),
      onConnection: (isConnected: boolean) => setWork((known) => ({ ...known, isConnected })),
    };
    followWork(eventId, stop.signal, listener).then(
      (progress) => {
        if (!stop.signal.aborted) finish({ progress, failure: progress?.error });
      },
      (error: unknown) => {
        // That a stream is not there says nothing to someone who waits for a file.
        const failure = hasCode(error, 'NOT_FOUND') ? undefined : errorMessage(error);
        finish({ progress: undefined, failure });
      },
    );
    return () => stop.abort();
  }, [eventId]);
  return work;
}
