import { describe, expect, it } from 'vitest';
import { buildLogReply, buildLogEntry } from '../../testing/logs.ts';
import { findWindow } from './logs.mutations.ts';

const { at } = buildLogEntry(0);
const widthsOf = ({ after, before }: { after: string; before: string }) => [
  Date.parse(at) - Date.parse(after),
  Date.parse(before) - Date.parse(at),
];

describe('the window around a time', () => {
  it('is five minutes to both sides where the page holds all of it', async () => {
    expect(widthsOf(await findWindow(at, async () => buildLogReply(-5, 5)))).toEqual([300_000, 300_000]);
    expect(widthsOf(await findWindow(at, async () => buildLogReply(1, 5)))).toEqual([300_000, 300_000]);
  });

  it('ends sooner where the time itself would be cut off', async () => {
    const asked: number[] = [];
    const window = await findWindow(at, async (tried) => {
      const [, ahead = 0] = widthsOf(tried);
      asked.push(ahead);
      return buildLogReply(ahead > 5_000 ? 1 : 0, 9, { hasMore: true });
    });
    expect(asked).toEqual([300_000, 30_000, 3_000]);
    expect(widthsOf(window)).toEqual([300_000, 3_000]);
  });

  it('sends a limited number of requests, whatever the replies', async () => {
    let count = 0;
    const window = await findWindow(at, async () => {
      count += 1;
      return buildLogReply(1, 9, { hasMore: true });
    });
    expect(count).toBe(3);
    expect(widthsOf(window)).toEqual([300_000, 1_000]);
  });
});
