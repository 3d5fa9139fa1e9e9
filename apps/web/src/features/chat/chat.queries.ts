import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { withNewest, type ChatLog } from './chat-log.ts';
import { chatSources, type ChatSource } from './chat-sources.ts';

export function chatKey({ kind, id }: ChatSource, search: string) {
  return ['chat', kind, id, search] as const;
}

/**
 * The log of a chat, or the results of a search in it. Every writer merges into the current log, so that a late reply
 * does not drop what the stream has added meanwhile (an infinite query would).
 */
export function chatQuery(source: ChatSource, search: string) {
  const queryKey = chatKey(source, search);
  return queryOptions({
    queryKey,
    queryFn: async ({ client, signal }): Promise<ChatLog> => {
      const page = await chatSources[source.kind].fetchPage(source.id, searchPart(search), signal);
      return withNewest(readLog(client, source, search), page);
    },
    // Comparing thousands of messages ten times a second would cost more than rendering them.
    structuralSharing: false,
  });
}

export function searchPart(search: string): { search?: string } {
  return search === '' ? {} : { search };
}

function readLog(client: QueryClient, source: ChatSource, search: string): ChatLog | undefined {
  return client.getQueryData<ChatLog>(chatKey(source, search));
}
