import type { TopicOf, TopicRef } from '@tribehall/contract';
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { live, type LiveMessage, type LiveState } from './live.ts';
import { useConnection } from '../api/use-connection.ts';

/** Subscribes to a topic while the component is mounted and `isWanted`. */
export function useLive<Ref extends TopicRef>(
  topic: Ref,
  handler: (messages: LiveMessage<TopicOf<Ref>>[]) => void,
  isWanted = true,
): void {
  const handle = useEffectEvent(handler);
  useEffect(() => {
    if (!isWanted) return undefined;
    return live.subscribe(topic, (messages: LiveMessage<TopicOf<Ref>>[]) => handle(messages));
  }, [topic, isWanted]);
}

/** A stream that still looks open is not live while the portal does not respond. */
export function useLiveState(): LiveState {
  const connection = useConnection();
  const state = useSyncExternalStore(live.watchState, live.getState);
  return connection === 'connected' ? state : connection;
}
