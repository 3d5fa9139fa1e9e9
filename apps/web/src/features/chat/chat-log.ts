import type { ChatMessage, ChatPage } from './chat-sources.ts';

/** A contiguous part of the chat, oldest first. */
export type ChatLog = {
  messages: ChatMessage[];
  /** Whether there are older messages. */
  hasMore: boolean;
};

/** While the newest messages are in view, only `followed` of them stay in memory; `most` limits scrolling back. */
export const logLimits = { followed: 500, most: 10_000 } as const;

/** IDs are decimal numbers as text, too long for a JavaScript number. */
export function isNewer(id: string, thanId: string): boolean {
  return id.length === thanId.length ? id > thanId : id.length > thanId.length;
}

/** Merges the newest page. If messages between it and the log may be missing, the log restarts with the page. */
export function withNewest(log: ChatLog | undefined, page: ChatPage): ChatLog {
  return withTail(log, page.messages.toReversed(), page.hasMore);
}

/** Merges the snapshot of a stream. */
export function withSnapshot(log: ChatLog | undefined, messages: ChatMessage[]): ChatLog {
  return withTail(log, messages, true);
}

/** Merges messages of an open stream: nothing is missing between them and the log. */
export function withAdded(log: ChatLog | undefined, messages: ChatMessage[]): ChatLog {
  const known = log ?? { messages: [], hasMore: true };
  return trimToNewest({ ...known, messages: merge(known.messages, messages) }, logLimits.most);
}

/** Merges the page before message `before`. Meanwhile the log may have restarted elsewhere; then the page is dropped. */
export function withOlder(log: ChatLog | undefined, before: string, page: ChatPage): ChatLog | undefined {
  if (log?.messages[0]?.id !== before) return log;
  return {
    messages: merge(page.messages.toReversed(), log.messages),
    hasMore: page.hasMore && page.messages.length > 0,
  };
}

export function trimToNewest(log: ChatLog, count: number): ChatLog {
  return log.messages.length <= count ? log : { messages: log.messages.slice(-count), hasMore: true };
}

function withTail(log: ChatLog | undefined, tail: ChatMessage[], hasMoreAbove: boolean): ChatLog {
  const [tailStart] = tail;
  const logStart = log?.messages[0];
  const logEnd = log?.messages.at(-1);
  if (log === undefined || logStart === undefined || logEnd === undefined) {
    return { messages: tail, hasMore: hasMoreAbove };
  }
  if (tailStart === undefined) return log;
  if (hasMoreAbove && isNewer(tailStart.id, logEnd.id)) return { messages: tail, hasMore: true };
  const hasMore = isNewer(logStart.id, tailStart.id) ? hasMoreAbove : log.hasMore;
  return { messages: merge(log.messages, tail), hasMore };
}

/** A message can arrive several times: with a page, with the stream, and as the reply to sending it. */
function merge(older: ChatMessage[], newer: ChatMessage[]): ChatMessage[] {
  const byId = new Map<string, ChatMessage>();
  for (const message of older) byId.set(message.id, message);
  for (const message of newer) byId.set(message.id, message);
  const messages = [...byId.values()];
  const isInOrder = messages.every(
    (message, index) => index === 0 || isNewer(message.id, messages[index - 1]?.id ?? ''),
  );
  return isInOrder ? messages : messages.toSorted((a, b) => (isNewer(a.id, b.id) ? 1 : -1));
}
