import { expect, it, onTestFinished } from 'vitest';
import { lockState } from './state-lock.ts';
import { makeFolder } from './testing/folder.fixture.ts';

it('is had by one at a time, and by the next when it is given back', async () => {
  const folder = makeFolder();
  const first = await lockState(folder);
  expect(first).toBeDefined();
  expect(await lockState(folder)).toBeUndefined();
  const other = await lockState(makeFolder());
  expect(other).toBeDefined();
  await first?.release();
  const second = await lockState(folder);
  expect(second).toBeDefined();
  onTestFinished(async () => {
    await second?.release();
    await other?.release();
  });
});
