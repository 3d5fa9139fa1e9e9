import { textOf } from '@tribehall/common/any-text.fixture';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readConfig, SettingError } from './config.ts';
import { settings } from './settings.ts';

const secret = 'Qz7-hidden-Xw9';

it('reads any setting, or refuses it by its name, and repeats no secret', () => {
  const value = textOf(
    'http://',
    'https://',
    'postgres://',
    'nats://',
    `u:${secret}@`,
    'a.org',
    '127.0.0.1',
    '::1',
    ',',
    '/24',
    ':',
    '0',
    '65536',
    'on',
    'off',
    ' ',
    '1e9',
    '%',
    '{videoId}',
  );
  fc.assert(
    fc.property(fc.constantFrom(...Object.keys(settings)), value, (name, text) => {
      const given = /_(?:SECRET|TOKEN|KEY)$/.test(name) ? secret.slice(0, 12) + text.slice(0, 3) : text;
      try {
        readConfig({ [name]: given }, '/nowhere');
      } catch (error) {
        if (!(error instanceof SettingError)) throw error;
        expect(error.message).toMatch(/^[A-Z0-9_]+ /);
        if (/_(?:SECRET|TOKEN|KEY|URL)$/.test(name)) expect(error.message).not.toContain(secret.slice(0, 12));
      }
    }),
  );
});
