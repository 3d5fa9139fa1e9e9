import { describe, expect, it, vi } from 'vitest';
import { buildUnfinished, chooseFile, startUploadList } from '../../testing/uploads.ts';

describe('progress', () => {
  it('reports amount, speed and remaining time', async () => {
    const { list, attempts, advanceTimers } = startUploadList();
    list.add([chooseFile('a', 100_000), chooseFile('b', 50_000)], 'private');
    await advanceTimers();
    for (const attempt of attempts) attempt.onProgress(0);
    for (let sent = 1000; sent <= 80_000; sent += 1000) {
      attempts[0]?.onProgress(sent);
      await vi.advanceTimersByTimeAsync(100);
    }
    const { totals } = list.getSnapshot();
    expect(totals).toMatchObject({ files: 2, done: 0, underWay: 2, bytes: 150_000 });
    expect(totals.sent).toBeGreaterThanOrEqual(78_000);
    // 1,000 bytes every tenth of a second.
    expect(Math.round(totals.bytesPerSecond / 1000)).toBe(10);
    expect(Math.round(totals.secondsRemaining ?? 0)).toBe(7);
  });

  it('does not count bytes that had arrived before', async () => {
    const { list, lastAttempt, advanceTimers } = startUploadList({
      unfinished: [buildUnfinished({ size: 100_000, fingerprint: 'a|100000|7' })],
    });
    list.add([chooseFile('a', 100_000)], 'private');
    await advanceTimers();
    lastAttempt().onProgress(90_000);
    await vi.advanceTimersByTimeAsync(1000);
    expect(list.getSnapshot().totals).toMatchObject({ sent: 90_000, bytesPerSecond: 0, secondsRemaining: undefined });
  });

  it('drops to zero when nothing is sent, then stops publishing', async () => {
    const { list, lastAttempt, advanceTimers } = startUploadList();
    list.add([chooseFile('a', 100_000)], 'private');
    await advanceTimers();
    for (const sent of [0, 10_000, 20_000]) {
      lastAttempt().onProgress(sent);
      await vi.advanceTimersByTimeAsync(500);
    }
    expect(list.getSnapshot().totals.bytesPerSecond).toBeGreaterThan(0);
    await vi.advanceTimersByTimeAsync(6000);
    expect(list.getSnapshot().totals).toMatchObject({ bytesPerSecond: 0, secondsRemaining: undefined });
    expect(vi.getTimerCount()).toBe(0);
  });

  it('publishes at most four times a second', async () => {
    const { list, attempts, advanceTimers } = startUploadList();
    list.add(
      Array.from({ length: 5000 }, (_, index) => chooseFile(`dir/${index}`)),
      'private',
    );
    await advanceTimers();
    const listener = vi.fn<() => void>();
    list.subscribe(listener);
    for (let tick = 0; tick < 100; tick += 1) {
      for (const attempt of attempts.slice(-3)) for (let sent = 0; sent < 10; sent += 1) attempt.onProgress(sent);
      for (const attempt of attempts.slice(-3)) attempt.resolve(`f${tick}`);
      await vi.advanceTimersByTimeAsync(10);
    }
    expect(list.getSnapshot().totals.done).toBeGreaterThan(200);
    expect(listener.mock.calls.length).toBeLessThanOrEqual(5);
  });
});
