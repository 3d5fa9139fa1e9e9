import { useThrottledCallback } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import type { LiveMessage } from '../../lib/live/live.ts';
import { useLive } from '../../lib/live/use-live.ts';
import { trimToNewest, logLimits, withAdded, withSnapshot, type ChatLog } from './chat-log.ts';
import { chatSources, type ChatSource } from './chat-sources.ts';
import { chatKey } from './chat.queries.ts';

type Reading = {
  search: string;
  /** Whether the newest messages are in view; then the oldest can be dropped. */
  isFollowing: boolean;
};

const searchAgainMs = 3_000;

/** Adds messages to the log as they arrive. Search results come from the portal. */
export function useChatLive(source: ChatSource, { search, isFollowing }: Reading): void {
  const queryClient = useQueryClient();
  const searchAgain = useThrottledCallback(
    () => void queryClient.invalidateQueries({ queryKey: chatKey(source, search) }),
    searchAgainMs,
  );
  useLive(chatSources[source.kind].topic(source.id), (messages) => {
    queryClient.setQueryData<ChatLog>(chatKey(source, ''), (log) => {
      // Without a fetched page, a log in the background would look complete.
      if (log === undefined && search !== '') return undefined;
      const next = messages.reduce(withMessage, log);
      return next && isFollowing ? trimToNewest(next, logLimits.followed) : next;
    });
    if (search !== '') searchAgain();
  });
}

function withMessage(
  log: ChatLog | undefined,
  message: LiveMessage<'chat.cluster' | 'chat.server'>,
): ChatLog | undefined {
  if (message.event === 'snapshot') return withSnapshot(log, message.data);
  return message.event === 'added' ? withAdded(log, [message.data]) : log;
}
