import type { PartInput, ReplyInput } from '@tribehall/contract';
import { api } from '../../lib/api/api.ts';

export type ChatPage = ReplyInput<'GET /ark/clusters/{id}/chat'>;
export type ChatMessage = ChatPage['messages'][number];
type PageQuery = PartInput<'GET /ark/clusters/{id}/chat', 'query'>;

/** Where a sent line was shown; unknown where the call does not tell. */
export type SentChat = ReplyInput<'POST /ark/clusters/{id}/chat'> | undefined;
type Sending = { message: string; instigator: string | undefined };

export type ChatSource = { kind: 'cluster' | 'server'; id: string };

type SourceKind = {
  topic: (id: string) => `chat.cluster/${string}` | `chat.server/${string}`;
  fetchPage: (id: string, query: PageQuery, signal?: AbortSignal) => Promise<ChatPage>;
  send: (id: string, sending: Sending) => Promise<SentChat>;
};

/** Whose chat it can be, and the calls that belong to it. */
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

/** Who reads a chat: that user, and the characters linked to it. */
export type ChatReader = { userId: string; playerIds: readonly string[] };

export function chatReader({ id, ark }: User): ChatReader {
  return { userId: id, playerIds: ark.linkedPlayers.map(({ playerId }) => playerId) };
}
