import { expect, it } from 'vitest';
import { readSpoken } from './spoken-actions.ts';

it.each([
  ['ban cinder', { verb: 'ban', about: 'cinder' }],
  ['  Ban   Cinder jaw ', { verb: 'ban', about: 'Cinder jaw' }],
  ['go to ragnarok', { verb: 'go to', about: 'ragnarok' }],
  ['save world of the island', { verb: 'save world of', about: 'the island' }],
  ['ban', { verb: undefined, about: 'ban' }],
  ['banana', { verb: undefined, about: 'banana' }],
  ['', { verb: undefined, about: '' }],
])('reads %j', (text, spoken) => {
  expect(readSpoken(text)).toEqual(spoken);
});
