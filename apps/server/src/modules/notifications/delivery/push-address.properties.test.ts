import { isIP } from 'node:net';
import { textOf } from '@tribehall/common/any-text.fixture';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readConfig } from '../../../config.ts';
import { AppError } from '../../../errors.ts';
import { isPublicAddress } from '../../../platform/egress/public-address.ts';
import { refuseEndpoint } from './push-address.ts';

const config = readConfig({}, '/nowhere');

it('accepts only https addresses without a password, and none of a private network', () => {
  const pieces = [
    'https://',
    'http://',
    'HTTPS:\\\\',
    'push.example.org',
    '127.0.0.1',
    '2130706433',
    '0x7f.1',
    '[::1]',
    '[::ffff:10.0.0.1]',
    'localhost',
    ':22',
    ':8443',
    '@',
    'a:b@',
    '/x',
    '?',
    '#',
  ];
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...pieces), { maxLength: 5 }).map((parts) => parts.join('')),
      textOf(...pieces),
      (one, other) => {
        for (const endpoint of [one, other, `https://${one}`]) {
          try {
            refuseEndpoint(config, endpoint);
            const { protocol, username, password, hostname } = new URL(endpoint);
            const address = hostname.replace(/^\[|\]$/g, '');
            expect([protocol, username, password]).toEqual(['https:', '', '']);
            expect(isIP(address) === 0 || isPublicAddress(address)).toBe(true);
          } catch (error) {
            if (!(error instanceof AppError)) throw error;
            expect(error.status).toBe(400);
          }
        }
      },
    ),
  );
});

const label = fc.string({ unit: fc.constantFrom(...'abc019'), minLength: 1, maxLength: 20 });

it('accepts the address of any push service', () => {
  fc.assert(
    fc.property(label, label, fc.string({ unit: 'grapheme' }), (name, service, path) => {
      expect(() => refuseEndpoint(config, `https://${name}.${service}.com/${path}`)).not.toThrow();
    }),
  );
});
