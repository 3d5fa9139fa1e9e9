import type { ChatMessage } from '../features/chat/chat-sources.ts';

/** A player's message; the id is also its position in the chat. */
export function buildChatMessage(id: number, changes: Partial<ChatMessage> = {}): ChatMessage {
  return {
    id: String(id),
    at: '2026-03-04T12:00:00.000Z',
    kind: 'player',
    server: { id: 's1', name: 'The Island' },
    playerId: '76561190000000009',
    userId: null,
    name: 'Rex',
    survivor: null,
    tribe: null,
    text: `line ${id}`,
    ...changes,
  };
}

/** Messages `from` to `to`, as in a page: newest first. */
export function buildChatPage(from: number, to: number, hasMore = false) {
  const messages = Array.from({ length: to - from + 1 }, (_, index) => buildChatMessage(to - index));
  return { messages, hasMore };
}
