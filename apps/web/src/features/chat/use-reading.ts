import { useState } from 'react';
import { isNewer } from './chat-log.ts';
import type { ChatMessage } from './chat-sources.ts';

/** The reading position: at the newest message, or further up since `pausedAt` was the newest. */
export function useReading(viewKey: string) {
  const [seenViewKey, setSeenViewKey] = useState(viewKey);
  const [pausedAt, setPausedAt] = useState<string>();
  if (viewKey !== seenViewKey) {
    setSeenViewKey(viewKey);
    setPausedAt(undefined);
  }
  return {
    isFollowing: pausedAt === undefined,
    countNew: (messages: ChatMessage[]) =>
      pausedAt === undefined ? 0 : messages.filter(({ id }) => isNewer(id, pausedAt)).length,
    follow: () => setPausedAt(undefined),
    pause: (newestId: string | undefined) => setPausedAt((before) => before ?? newestId),
  };
}

export type Reading = ReturnType<typeof useReading>;
