import { expect, it } from 'vitest';
import { createDownloads } from './downloads.ts';

const refusal = (code: string): object => ({ code, details: { retryAfterS: expect.any(Number) as number } });

it('limits the downloads of one address', () => {
  const downloads = createDownloads({ perAddress: 2, total: 9 });
  const release = downloads.acquire('a');
  downloads.acquire('a');
  expect(() => downloads.acquire('a')).toThrow(expect.objectContaining(refusal('TOO_MANY_REQUESTS')));
  downloads.acquire('b');
  release();
  downloads.acquire('a');
  expect(() => downloads.acquire('a')).toThrow(expect.objectContaining(refusal('TOO_MANY_REQUESTS')));
});

it('limits the downloads of all addresses together', () => {
  const downloads = createDownloads({ perAddress: 2, total: 3 });
  const release = downloads.acquire('a');
  for (const address of ['a', 'b']) downloads.acquire(address);
  expect(() => downloads.acquire('c')).toThrow(expect.objectContaining(refusal('UNAVAILABLE')));
  release();
  downloads.acquire('c');
  expect(() => downloads.acquire('d')).toThrow(expect.objectContaining(refusal('UNAVAILABLE')));
});
