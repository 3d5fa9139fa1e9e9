import type { CloseReason } from '@tribehall/contract';
import { backOffMs, isRefusal, pause } from '../../lib/api/back-off.ts';
import { apiStream } from '../../lib/api/api.ts';
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
