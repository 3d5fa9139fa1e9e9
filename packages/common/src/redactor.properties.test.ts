import fc from 'fast-check';
import { expect, it } from 'vitest';
import { textOf } from './any-text.fixture.ts';
import { createRedactor } from './redactor.ts';

const around = textOf(
  'password=',
  'token: ',
  '"',
  "'",
  'https://a:',
  '@b.org',
  'Bearer ',
  '?code=',
  ' ',
  '[hidden]',
  '\\',
  '=',
  '&',
  'a',
  'Cookie: ',
);
const secret = fc.oneof(
  fc.string({ minLength: 4, maxLength: 40 }),
  fc.string({ unit: 'grapheme', minLength: 4, maxLength: 20 }),
  fc.base64String({ minLength: 8, maxLength: 40 }),
);

it('leaves no known secret in any text: plain, in a URL or in JSON', () => {
  fc.assert(
    fc.property(around, secret, around, (before, hidden, after) => {
      // What replaces it is no secret.
      fc.pre(!'[hidden]'.includes(hidden) && !hidden.includes('[hidden]'));
      const { redact } = createRedactor({ secrets: [hidden] });
      const spellings = [hidden, encodeURIComponent(hidden), JSON.stringify(hidden).slice(1, -1)];
      for (const spelling of spellings) expect(redact(before + spelling + after)).not.toContain(spelling);
    }),
  );
});

it('leaves nothing of a value that its name calls a secret', () => {
  const name = fc.constantFrom(
    'password',
    'ServerAdminPassword',
    'api_key',
    'accessToken',
    'client_secret',
    'sessionId',
  );
  const value = fc.string({ unit: fc.constantFrom(...'QWXYZqwxyz789'), minLength: 4, maxLength: 40 });
  const join = fc.constantFrom('=', ': ', '":"', '%3D');
  fc.assert(
    fc.property(name, join, value, (key, between, given) => {
      const { redact } = createRedactor();
      expect(redact(`before ${key}${between}${given} after`)).not.toContain(given);
    }),
  );
});

it('redacts a text once: a second time changes nothing', () => {
  fc.assert(
    fc.property(around, secret, (text, hidden) => {
      const { redact } = createRedactor({ secrets: [hidden] });
      fc.pre(!'[hidden]'.includes(hidden));
      expect(redact(redact(redact(text + hidden)))).toBe(redact(redact(text + hidden)));
    }),
  );
});

it('leaves chat alone', () => {
  fc.assert(
    fc.property(fc.lorem({ maxCount: 12 }), (text) => {
      expect(createRedactor().redact(text)).toBe(text);
    }),
  );
});
