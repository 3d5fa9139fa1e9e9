import { expect, it } from 'vitest';
import { isOwnFile } from './download.ts';

it.each(['/api/files/f1/content', '/api/files/f1?download=1', '/x/../api/files/f1'])(
  '%s is a file of the portal',
  (href) => {
    expect(isOwnFile(href)).toBe(true);
  },
);

it.each([
  'api/files/f1',
  './api/files/f1',
  '',
  '/',
  '/files/f1',
  '/api/../files/f1',
  '//evil.test/api/files/f1',
  '/\\evil.test/api/files/f1',
  '/\t/evil.test/api/files/f1',
  'https://evil.test/api/files/f1',
  'javascript:alert(1)//api/',
  'data:text/html,/api/',
  '//[/api/',
])('%j is not', (href) => {
  expect(isOwnFile(href)).toBe(false);
});
