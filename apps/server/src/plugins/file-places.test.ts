import { expect, it } from 'vitest';
import { createFilePlaces } from './file-places.ts';

const refusal = (code: string): object => ({ code, details: { retryAfterS: expect.any(Number) as number } });

it('has some places for one address, and gives back those that are left', () => {
  const places = createFilePlaces({ perAddress: 2, inAll: 9 });
  const leave = places.take('a');
  places.take('a');
  expect(() => places.take('a')).toThrow(expect.objectContaining(refusal('TOO_MANY_REQUESTS')));
  places.take('b');
  leave();
  places.take('a');
  expect(() => places.take('a')).toThrow(expect.objectContaining(refusal('TOO_MANY_REQUESTS')));
});

it('has some places for all together, and gives back those that are left', () => {
  const places = createFilePlaces({ perAddress: 2, inAll: 3 });
  const leave = places.take('a');
  for (const address of ['a', 'b']) places.take(address);
  expect(() => places.take('c')).toThrow(expect.objectContaining(refusal('UNAVAILABLE')));
  leave();
  places.take('c');
  expect(() => places.take('d')).toThrow(expect.objectContaining(refusal('UNAVAILABLE')));
});
