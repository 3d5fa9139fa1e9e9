import { textOf } from '@tribehall/common/any-text.fixture';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { findAddressFault, natsSecrets, readNatsAddress } from './nats-address.ts';

const host = fc.oneof(fc.domain(), fc.ipV4());
const port = fc.integer({ min: 1, max: 65_535 });
const word = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 });

it('reads the servers and the login of every address as they were written', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(host, port), { minLength: 1, maxLength: 3 }),
      word,
      word,
      fc.boolean(),
      (servers, user, pass, isTls) => {
        const login = `${encodeURIComponent(user)}:${encodeURIComponent(pass)}@`;
        const address = servers
          .map(([name, number], index) => `${isTls && index === 0 ? 'tls' : 'nats'}://${login}${name}:${number}`)
          .join(', ');
        expect(readNatsAddress(address)).toEqual({
          servers: servers.map(([name, number]) => `${name}:${number}`),
          isTls,
          login: { user, pass },
        });
        expect(natsSecrets(address)).toContain(pass);
      },
    ),
  );
});

it('finds a fault in any other text without repeating a secret of it', () => {
  const secret = 'S3cr3tWord';
  fc.assert(
    fc.property(
      textOf(
        'nats://',
        'tls://',
        'http://',
        `u:${secret}@`,
        `${secret}@`,
        'h',
        ':4222',
        ',',
        '/',
        '?',
        '#',
        '%',
        '[',
        ' ',
      ),
      (text) => {
        const fault = findAddressFault(text);
        expect(fault ?? '').not.toContain(secret);
        if (fault !== undefined) return;
        for (const server of readNatsAddress(text).servers) expect(server).toMatch(/^[^@/?#\s]+:\d+$/);
      },
    ),
  );
});
