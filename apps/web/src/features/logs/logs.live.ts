import { useEffect, useEffectEvent } from 'react';
import { throttle } from '../../lib/live/throttle.ts';
import { live, type LiveMessage } from '../../lib/live/live.ts';

type Listening = {
  /** Only news of this host count. */
  host: string | undefined;
  everyMs: number;
  isWanted: boolean;
};

/** Runs when there may be new lines, however fast they come. A tab out of sight does not ask; back in sight it does. */
export function useLogsLive(onNews: () => Promise<unknown>, { host, everyMs, isWanted }: Listening): void {
  const run = useEffectEvent(onNews);
  useEffect(() => {
    if (!isWanted) return undefined;
    let isGone = false;
    const ask = throttle(everyMs, async () => {
      if (!isGone && !document.hidden) await run();
    });
    const stopListening = live.subscribe('logs', (messages: LiveMessage<'logs'>[]) => {
      if (messages.some((message) => concerns(message, host))) ask();
    });
    document.addEventListener('visibilitychange', ask);
    return () => {
      isGone = true;
      stopListening();
      document.removeEventListener('visibilitychange', ask);
    };
  }, [host, everyMs, isWanted]);
}

/** A snapshot means a new start of the stream: something may have come before it. */
function concerns(message: LiveMessage<'logs'>, host: string | undefined): boolean {
  if (message.event !== 'added') return message.event === 'snapshot';
  return host === undefined || message.data.hosts.includes(host);
}
