import { describe, expect, it } from 'vitest';
import { safeRedirect } from './safe-redirect.ts';

const hostile = [
  '',
  'e',
  '//e',
  '///e',
  '////e.example',
  '/\\e',
  '\\\\e',
  '\\/e',
  '/\\/e',
  'https:e',
  'https://e.example',
  'HTTPS://e.example/',
  'http:/e.example',
  'ftp://e.example',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  'data:text/html,x',
  'blob:https://e.example/1',
  '/\t/e',
  '/\n/e',
  '/\r/e',
  '/\r\n/e',
  '\t//e',
  ' //e',
  '/\u0000/e',
  '/%09/e',
  '/%0a/e',
  '/%0d%0a/e',
  '/%2509/e',
  '/%2f/e',
  '/%2f%2fe',
  '/%5ce',
  '/%255ce',
  '/..//e',
  '/.//e',
  '/a/..//e',
  '/%2e%2e//e',
  '/./\\e',
  '/%252e%252e//e',
  '/%252525252525252fe',
  '/%E0%A4%A',
  'user:pass@e.example',
  'https://localhost@e.example/',
  '//localhost@e.example/',
  '?a=b',
  '#a',
  './a',
  '../a',
  `/${'a'.repeat(4096)}`,
  '\u2028//e',
  '/\u2028/e',
];

describe('safeRedirect', () => {
  it.each(hostile)('leads home instead of to %j', (value) => {
    expect(safeRedirect(value)).toBe('/');
  });

  it.each([undefined, null, 7, {}, ['/account']])('leads home without a text: %j', (value) => {
    expect(safeRedirect(value)).toBe('/');
  });

  it.each([
    '/',
    '/account',
    '/arkbot/servers/abc/players?playerId=76561190000000001',
    '/databases/guilds?guildId=81384788765712384#top',
    '/login?redirect=%2F%2Fe',
    '/files/a%20b',
    '/a:b@c/d',
  ])('allows the path %j of this site', (value) => {
    expect(safeRedirect(value)).toBe(value);
  });

  it('always stays on this site', () => {
    for (const value of hostile) expect(new URL(safeRedirect(value), location.origin).origin).toBe(location.origin);
  });
});
