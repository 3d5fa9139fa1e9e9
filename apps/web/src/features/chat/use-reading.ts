import { useState } from 'react';
import { isNewer } from './chat-log.ts';
import type { ChatMessage } from './chat-sources.ts';

/** Where someone reads: at the newest line, or further up since the line `pausedAt` was the newest. */
export function useReading(place: string) {
  const [seenPlace, setSeenPlace] = useState(place);
  const [pausedAt, setPausedAt] = useState<string>();
  if (place !== seenPlace) {
    setSeenPlace(place);
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
