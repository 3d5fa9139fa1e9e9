import { useEffect, useEffectEvent } from 'react';
import { throttle } from '../../lib/live/throttle.ts';
import { live, type LiveMessage } from '../../lib/live/live.ts';

type Options = {
  /** Only events of this host count. */
  host: string | undefined;
  everyMs: number;
  isEnabled: boolean;
};

/** Calls back, throttled, when there may be new lines. A hidden tab waits until it is visible again. */
export function useLogsLive(onAdded: () => Promise<unknown>, { host, everyMs, isEnabled }: Options): void {
  const run = useEffectEvent(onAdded);
  useEffect(() => {
    if (!isEnabled) return undefined;
    let isClosed = false;
    const check = throttle(everyMs, async () => {
      if (!isClosed && !document.hidden) await run();
    });
    const stopListening = live.subscribe('logs', (messages: LiveMessage<'logs'>[]) => {
      if (messages.some((message) => concerns(message, host))) check();
    });
    document.addEventListener('visibilitychange', check);
    return () => {
      isClosed = true;
      stopListening();
      document.removeEventListener('visibilitychange', check);
    };
  }, [host, everyMs, isEnabled]);
}

/** A snapshot means that the stream (re)started and lines may have been missed. */
function concerns(message: LiveMessage<'logs'>, host: string | undefined): boolean {
  if (message.event !== 'added') return message.event === 'snapshot';
  return host === undefined || message.data.hosts.includes(host);
}
