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
 * Follows a download or an update to its end and returns how it ended; undefined when the portal no longer knows it.
 * A broken stream is reopened: its first message is a complete snapshot.
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
        // The stream can also close for other reasons than the end of the work.
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

/** How work ended: its last progress, or why that is unknown. */
type WorkEnd = { progress: WorkProgress | undefined; failure: string | undefined };

type Work = { progress: WorkProgress | undefined; isConnected: boolean; end: WorkEnd | undefined };

/** Follows one piece of work while the component is mounted; use another `key` for another one. */
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
        // A missing stream means nothing to a user who waits for a file.
        const failure = hasCode(error, 'NOT_FOUND') ? undefined : errorMessage(error);
        finish({ progress: undefined, failure });
      },
    );
    return () => stop.abort();
  }, [eventId]);
  return work;
}
