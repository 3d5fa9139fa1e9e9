import type { PartInput, ReplyInput } from '@tribehall/contract';
import { api } from '../../lib/api/api.ts';

export type ChatPage = ReplyInput<'GET /ark/clusters/{id}/chat'>;
export type ChatMessage = ChatPage['messages'][number];
type PageQuery = PartInput<'GET /ark/clusters/{id}/chat', 'query'>;

/** Where a sent message was shown; undefined where the reply does not say. */
export type SentChat = ReplyInput<'POST /ark/clusters/{id}/chat'> | undefined;
type Sending = { message: string; instigator: string | undefined };

export type ChatSource = { kind: 'cluster' | 'server'; id: string };

type SourceKind = {
  topic: (id: string) => `chat.cluster/${string}` | `chat.server/${string}`;
  fetchPage: (id: string, query: PageQuery, signal?: AbortSignal) => Promise<ChatPage>;
  send: (id: string, sending: Sending) => Promise<SentChat>;
};

/** The kinds of chat and their calls. */
export const chatSources: Record<ChatSource['kind'], SourceKind> = {
  cluster: {
    topic: (id) => `chat.cluster/${id}`,
    fetchPage: (id, query, signal) =>
      api('GET /ark/clusters/{id}/chat', { params: { id }, query, ...(signal && { signal }) }),
    send: (id, { message, instigator }) =>
      api('POST /ark/clusters/{id}/chat', { params: { id }, body: { message }, instigator }),
  },
  server: {
    topic: (id) => `chat.server/${id}`,
    fetchPage: (id, query, signal) =>
      api('GET /ark/servers/{id}/chat', { params: { id }, query, ...(signal && { signal }) }),
    send: async (id, { message, instigator }) => {
      await api('POST /ark/servers/{id}/sendChatMessage', { params: { id }, body: { message }, instigator });
      return undefined;
    },
  },
};

type User = { id: string; ark: { linkedPlayers: readonly { playerId: string }[] } };

/** The reader of a chat: the user and their linked characters. */
export type ChatReader = { userId: string; playerIds: readonly string[] };

export function chatReader({ id, ark }: User): ChatReader {
  return { userId: id, playerIds: ark.linkedPlayers.map(({ playerId }) => playerId) };
}
