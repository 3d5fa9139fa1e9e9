import { expect, it } from 'vitest';
import { createSharedReadings } from './shared-readings.ts';

it('shares a reading only with those who came before it began', async () => {
  const share = createSharedReadings<number>();
  let state = 1;
  let readings = 0;
  const read = async () => {
    readings += 1;
    const found = state;
    await new Promise(setImmediate);
    return found;
  };
  const first = share('a', read);
  state = 2;
  const [later, latest, other] = [share('a', read), share('a', read), share('b', read)];
  expect(await Promise.all([first, later, latest, other])).toEqual([1, 2, 2, 2]);
  expect(readings).toBe(3);
  expect(await share('a', read)).toBe(2);
});

it('reads again after a failure', async () => {
  const share = createSharedReadings<number>();
  const failing = share('a', () => Promise.reject(new Error('no')));
  const next = share('a', () => Promise.resolve(2));
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe(2);
});
