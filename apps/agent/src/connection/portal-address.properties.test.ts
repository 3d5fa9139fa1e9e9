import { textOf } from '@tribehall/common/any-text.fixture';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { portalAddress } from '../config/config-schema.ts';
import { connectionUrl, isUnencrypted } from './portal-address.ts';

const schemes = ['http://', 'https://', 'HTTP://', 'http:', 'ftp://', ''];
const hosts = [
  'localhost',
  '127.0.0.1',
  '127.1',
  '0x7f.0.0.1',
  '127.evil.org',
  '[::1]',
  '[::2]',
  'a.org',
  'localhost.a.org',
  'u:p@a.org',
];
const rests = ['', '/', ':80', '/base', '/base//', '/..', '?x', '#x', '@b.org'];
const address = fc.oneof(
  fc.tuple(...[schemes, hosts, rests].map((some) => fc.constantFrom(...some))).map((parts) => parts.join('')),
  textOf(...schemes, ...hosts, ...rests),
);

it('connects to the host that was entered and to no other, encrypted where the portal is', () => {
  fc.assert(
    fc.property(address, (text) => {
      if (!portalAddress.safeParse(text).success) return;
      const [portal, connection] = [new URL(text), new URL(connectionUrl(text))];
      expect(connection.host).toBe(portal.host);
      expect(connection.protocol).toBe(portal.protocol === 'https:' ? 'wss:' : 'ws:');
      expect(connection.pathname.endsWith('/api/ark/link')).toBe(true);
      expect([connection.username, connection.search, connection.hash]).toEqual(['', '', '']);
    }),
  );
});

it('warns of every address whose token others could read on the way', () => {
  fc.assert(
    fc.property(address, (text) => {
      if (!portalAddress.safeParse(text).success) return;
      const { protocol, hostname } = new URL(text);
      const isHere = /^(?:localhost|\[::1\]|127\.\d+\.\d+\.\d+)$/.test(hostname);
      expect(isUnencrypted(text)).toBe(protocol === 'http:' && !isHere);
    }),
  );
});

it('does not take a name that begins like a loopback address for this machine', () => {
  expect(['http://127.evil.org', 'http://127.1', 'http://localhost'].map(isUnencrypted)).toEqual([true, false, false]);
});
