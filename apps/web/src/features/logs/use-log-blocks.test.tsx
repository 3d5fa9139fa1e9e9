import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { buildLogReply } from '../../testing/logs.ts';
import { blockSize } from './log-blocks.ts';
import { startLines, withNewer, type LogLines } from './log-lines.ts';
import { firstBlocks, useLogBlocks } from './use-log-blocks.ts';

let frames: FrameRequestCallback[] = [];
let idles: (() => void)[] = [];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.stubGlobal('requestAnimationFrame', (run: FrameRequestCallback) => frames.push(run));
  vi.stubGlobal('cancelAnimationFrame', (id: number) => void frames.splice(id - 1, 1, () => undefined));
  vi.stubGlobal('requestIdleCallback', (run: () => void) => idles.push(run));
  vi.stubGlobal('cancelIdleCallback', (id: number) => void idles.splice(id - 1, 1, () => undefined));
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  frames = [];
  idles = [];
});

/** The callbacks of a frame, which come before its paint. */
const frame = () => act(() => frames.splice(0).forEach((run) => run(0)));
/** What waits for the paint. */
const painted = () => {
  act(() => {
    vi.runAllTimers();
  });
};
const idle = () => act(() => idles.splice(0).forEach((run) => run()));

it('adds lines above and below in different paints', () => {
  const first = startLines(buildLogReply(1, (firstBlocks + 3) * blockSize));
  const { result, rerender } = renderHook(
    ({ lines }: { lines: LogLines }) => useLogBlocks(lines, { isFollowing: true, isWhole: false }),
    { initialProps: { lines: first } },
  );
  const rowCount = () => result.current.flatMap(({ rows }) => rows).length;
  const lastId = () => result.current.at(-1)?.rows.at(-1)?.id;
  expect(rowCount()).toBe(firstBlocks * blockSize);
  frame();
  painted();
  idle();
  // A block came above, and is not painted yet when new lines arrive.
  expect(rowCount()).toBe((firstBlocks + 1) * blockSize);
  rerender({
    lines: withNewer(first, buildLogReply((firstBlocks + 3) * blockSize, (firstBlocks + 3) * blockSize + 3)),
  });
  frame();
  expect(lastId()).toBe(String((firstBlocks + 3) * blockSize));
  painted();
  expect(lastId()).toBe(String((firstBlocks + 3) * blockSize + 3));
  expect(rowCount()).toBe((firstBlocks + 1) * blockSize + 3);
  // The next block above waits for the paint of these lines.
  idle();
  frame();
  expect(rowCount()).toBe((firstBlocks + 1) * blockSize + 3);
  painted();
  idle();
  expect(rowCount()).toBe((firstBlocks + 2) * blockSize + 3);
});
