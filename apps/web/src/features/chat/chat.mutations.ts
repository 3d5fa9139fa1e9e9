import { useMutation, useQueryClient } from '@tanstack/react-query';
import { withAdded, withOlder, type ChatLog } from './chat-log.ts';
import { chatSources, type ChatSource, type SentChat } from './chat-sources.ts';
import { chatKey, searchPart } from './chat.queries.ts';

/** Fetches the page before the oldest message. */
export function useLoadOlder(source: ChatSource, search: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (before: string) => chatSources[source.kind].fetchPage(source.id, { ...searchPart(search), before }),
    onSuccess: (page, before) => {
      queryClient.setQueryData<ChatLog>(chatKey(source, search), (log) => withOlder(log, before, page));
    },
  });
}

/** Sends a message. It appears with the reply or with the stream, whichever comes first. */
export function useSendChat(source: ChatSource, instigator: string | undefined) {
  const queryClient = useQueryClient();
  return useMutation<SentChat, Error, string>({
    mutationFn: (message) => chatSources[source.kind].send(source.id, { message, instigator }),
    onSuccess: (sent) => {
      if (sent === undefined) return;
      queryClient.setQueryData<ChatLog>(chatKey(source, ''), (log) => log && withAdded(log, [sent.message]));
    },
  });
}
