import { expect, it } from 'vitest';
import { trimEndOf } from './trim-end.ts';

it('takes characters away at the end alone', () => {
  expect(trimEndOf('//a/b///', '/')).toBe('//a/b');
  expect(trimEndOf('one\ntwo\r\n\n', '\r\n')).toBe('one\ntwo');
  expect(trimEndOf('///', '/')).toBe('');
  expect(trimEndOf('', '/')).toBe('');
  expect(trimEndOf('a.b', '/')).toBe('a.b');
});
