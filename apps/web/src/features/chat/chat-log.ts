import type { ChatMessage, ChatPage } from './chat-sources.ts';

/** An unbroken stretch of the chat, oldest first. */
export type ChatLog = {
  messages: ChatMessage[];
  /** Whether there is more above. */
  hasMore: boolean;
};

/** `followed` lines are kept while one reads the newest; the other is for those who look far back. */
export const logLimits = { followed: 500, most: 10_000 } as const;

/** Ids are numbers in text, longer ones than a number can hold. */
export function isNewer(id: string, thanId: string): boolean {
  return id.length === thanId.length ? id > thanId : id.length > thanId.length;
}

/** Takes in the newest page. Where lines between it and the log may be missing, the log starts over with it. */
export function withNewest(log: ChatLog | undefined, page: ChatPage): ChatLog {
  return withTail(log, page.messages.toReversed(), page.hasMore);
}

/** Takes in the lines that a stream begins with. */
export function withSnapshot(log: ChatLog | undefined, messages: ChatMessage[]): ChatLog {
  return withTail(log, messages, true);
}

/** Takes in lines that were said while the stream was open: between those and the log nothing is missing. */
export function withAdded(log: ChatLog | undefined, messages: ChatMessage[]): ChatLog {
  const known = log ?? { messages: [], hasMore: true };
  return keepNewest({ ...known, messages: merge(known.messages, messages) }, logLimits.most);
}

/** Takes in the page above the line `before`; by now the log may have started over somewhere else. */
export function withOlder(log: ChatLog | undefined, before: string, page: ChatPage): ChatLog | undefined {
  if (log?.messages[0]?.id !== before) return log;
  return {
    messages: merge(page.messages.toReversed(), log.messages),
    hasMore: page.hasMore && page.messages.length > 0,
  };
}

export function keepNewest(log: ChatLog, count: number): ChatLog {
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

/** A line can come several times: with a page, with the stream, and as the answer to sending it. */
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
