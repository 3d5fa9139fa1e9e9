import { expect, it, vi } from 'vitest';

it('waits for a callback that throws no more, and returns its value', async () => {
  let calls = 0;
  const value = await vi.waitFor(() => {
    calls += 1;
    if (calls < 4) throw new Error('not yet');
    return 'there';
  });
  expect([value, calls]).toEqual(['there', 4]);
});

it('waits for a callback that returns something, and fails at once if it throws', async () => {
  let calls = 0;
  expect(await vi.waitUntil(async () => (calls += 1) > 3 && 'there')).toBe('there');
  expect(calls).toBe(4);
  await expect(vi.waitUntil(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
});

it('fails after the time limit with what was wrong last, also if a callback hangs', async () => {
  await expect(vi.waitFor(() => expect('missing').toBe('there'), { timeout: 30 })).rejects.toThrow("to be 'there'");
  await expect(vi.waitUntil(() => false, 30)).rejects.toThrow('Timed out in waitUntil');
  await expect(vi.waitFor(() => new Promise(() => {}), { timeout: 30 })).rejects.toThrow('Timed out in waitFor');
});

it('looks less often the longer it takes', async () => {
  const started = performance.now();
  let calls = 0;
  await vi.waitUntil(() => {
    calls += 1;
    return performance.now() - started > 1000;
  });
  expect(calls).toBeLessThan(45);
});

it('lets time pass where it is faked', async () => {
  vi.useFakeTimers();
  try {
    let isOver = false;
    setTimeout(() => (isOver = true), 100);
    expect(await vi.waitUntil(() => isOver)).toBe(true);
  } finally {
    vi.useRealTimers();
  }
});
