import { describe, expect, it } from 'vitest';
import { buildChatMessage, buildChatPage } from '../../testing/chat.ts';
import {
  isNewer,
  trimToNewest,
  logLimits,
  withAdded,
  withNewest,
  withOlder,
  withSnapshot,
  type ChatLog,
} from './chat-log.ts';

const messagesOf = (from: number, to: number) => buildChatPage(from, to).messages.toReversed();
const logOf = (from: number, to: number, hasMore = true): ChatLog => ({ messages: messagesOf(from, to), hasMore });
const idsOf = (log: ChatLog | undefined) => log?.messages.map(({ id }) => Number(id));

describe('the order of ids', () => {
  it('is numeric, also beyond the range of a number', () => {
    expect(isNewer('10', '9')).toBe(true);
    expect(isNewer('900719925474099301', '900719925474099300')).toBe(true);
    expect(isNewer('7', '7')).toBe(false);
  });
});

describe('the chat log', () => {
  it('starts with the newest page, oldest message first', () => {
    expect(withNewest(undefined, buildChatPage(3, 5, true))).toEqual(logOf(3, 5));
  });

  it('deduplicates messages', () => {
    const log = withAdded(withSnapshot(withNewest(undefined, buildChatPage(1, 4)), messagesOf(3, 6)), messagesOf(5, 7));
    expect(idsOf(log)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(log.hasMore).toBe(false);
  });

  it('merges messages that arrived while the page was loading', () => {
    const early = withAdded(undefined, messagesOf(9, 10));
    expect(early.hasMore).toBe(true);
    const log = withNewest(early, buildChatPage(5, 8));
    expect(idsOf(log)).toEqual([5, 6, 7, 8, 9, 10]);
    expect(log.hasMore).toBe(false);
  });

  it('sorts in a late message', () => {
    expect(
      idsOf(withAdded({ messages: [...messagesOf(1, 2), ...messagesOf(4, 5)], hasMore: false }, messagesOf(3, 3))),
    ).toEqual([1, 2, 3, 4, 5]);
  });

  it('restarts where messages between may be missing', () => {
    expect(idsOf(withSnapshot(logOf(1, 5), messagesOf(50, 52)))).toEqual([50, 51, 52]);
    expect(withNewest(logOf(1, 5), buildChatPage(50, 52, true))).toEqual(logOf(50, 52));
  });

  it('stays contiguous when a snapshot reaches back far enough or is empty', () => {
    expect(idsOf(withSnapshot(logOf(1, 5), messagesOf(5, 7)))).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(withSnapshot(logOf(1, 5), [])).toEqual(logOf(1, 5));
  });

  it('prepends older messages, and says whether there are more', () => {
    expect(withOlder(logOf(5, 6), '5', buildChatPage(3, 4, true))).toEqual(logOf(3, 6));
    expect(withOlder(logOf(5, 6), '5', buildChatPage(3, 4))?.hasMore).toBe(false);
    expect(withOlder(logOf(5, 6), '5', { messages: [], hasMore: true })?.hasMore).toBe(false);
  });

  it('drops an older page that does not match the current beginning', () => {
    expect(withOlder(logOf(50, 52), '5', buildChatPage(3, 4))).toEqual(logOf(50, 52));
    expect(withOlder(undefined, '5', buildChatPage(3, 4))).toBeUndefined();
  });

  it('drops the oldest messages and remembers that there are more', () => {
    expect(trimToNewest(logOf(1, 5, false), 2)).toEqual(logOf(4, 5));
    expect(trimToNewest(logOf(1, 2, false), 2)).toEqual(logOf(1, 2, false));
    const full = logOf(1, logLimits.most, false);
    const next = withAdded(full, [buildChatMessage(logLimits.most + 1)]);
    expect(next.messages).toHaveLength(logLimits.most);
    expect(next.messages.at(-1)?.id).toBe(String(logLimits.most + 1));
  });
});
