import { once } from 'node:events';
import { expect, it } from 'vitest';
import { createSteps } from './steps.mjs';

it('returns what the work returns, and says that it is done', async () => {
  /** @type {string[]} */
  const lines = [];
  const step = createSteps(new AbortController().signal, { limitMs: 60_000, print: (line) => lines.push(line) });
  expect(await step('restore', async () => 7)).toBe(7);
  expect(lines).toEqual(['  restore: done after 0 s']);
});

it('stops work that takes too long, also if that does not listen', async () => {
  const step = createSteps(new AbortController().signal, { limitMs: 20, settleMs: 20 });
  await expect(step('restore', (signal) => once(signal, 'never', { signal }))).rejects.toThrow(
    '"restore" was not done',
  );
  await expect(step('nightly', () => new Promise(() => {}))).rejects.toThrow('"nightly" was not done');
});
