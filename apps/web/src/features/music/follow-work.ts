import type { CloseReason } from '@tribehall/contract';
import { useEffect, useEffectEvent, useState } from 'react';
import { errorMessage, hasCode } from '../../lib/api/api-error.ts';
import { apiStream } from '../../lib/api/api.ts';
import { backOffMs, isRefusal, pause } from '../../lib/api/back-off.ts';
import type { LiveMessage } from '../../lib/live/live.ts';

type WorkMessage = LiveMessage<'music.work'> | { event: 'close'; data: { reason: CloseReason } };
export type WorkProgress = Extract<WorkMessage, { event: 'snapshot' }>['data'];

type Listener = { onProgress?: (progress: WorkProgress) => void; onConnection?: (isConnected: boolean) => void };

/**
 * Follows a download or an update to its end and answers how it ended; nothing where there is no such work any more.
 * A line that breaks is taken up again: its first message says all that was missed.
 */
export async function followWork(
  eventId: string,
  signal: AbortSignal,
  { onProgress, onConnection }: Listener = {},
): Promise<WorkProgress | undefined> {
  for (let attempt = 0; !signal.aborted; attempt += 1) {
    try {
      const frames = await apiStream('GET /events/{id}', { params: { id: eventId }, signal });
      onConnection?.(true);
      for await (const frame of frames) {
        const message = JSON.parse(frame.data) as WorkMessage;
        if (message.event === 'gone') return undefined;
        // Any other reason to close is not the end of the work.
        if (message.event === 'close') break;
        attempt = 0;
        onProgress?.(message.data);
        if (!message.data.isLoading) return message.data;
      }
    } catch (error) {
      if (!signal.aborted && isRefusal(error)) throw error;
    }
    if (signal.aborted) break;
    onConnection?.(false);
    await pause(backOffMs(attempt), signal);
  }
  return undefined;
}

/** How work ended: its last word, or why that is not known. */
type WorkEnd = { progress: WorkProgress | undefined; failure: string | undefined };

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
