import { textOf } from '@tribehall/common/any-text.fixture';
import { username } from '@tribehall/contract/users.contract';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { findScriptProblem } from '../../name-scripts.ts';
import { usernamesFor } from './discord-names.ts';

it('proposes only user names that the portal accepts, for any name on Discord', () => {
  fc.assert(
    fc.property(
      textOf(
        '[',
        ']',
        ':',
        '<',
        '＜',
        '：',
        ' ',
        '\u200b',
        '\u3000',
        '🦖',
        '👩‍🚀',
        'é',
        'a',
        '\ufe0f',
        '\u2009',
        'ж',
        'ꓳ',
        'Ꮇ',
        'ס',
        '๐',
        '9',
      ),
      (name) => {
        for (const proposed of usernamesFor(name)) {
          const { error, data } = username.safeParse(proposed);
          expect(error?.issues ?? []).toEqual([]);
          expect(data).toBe(proposed);
          expect(findScriptProblem(proposed)).toBeUndefined();
        }
      },
    ),
  );
});

it('proposes a name that needs no change first', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'abcXYZ019é_-.'), minLength: 2, maxLength: 27 }), (name) => {
      expect(usernamesFor(name)[0]).toBe(name);
    }),
  );
});

it('does not propose a single character, however many units it has', () => {
  expect(usernamesFor('🦖')[0]).toBe('Member');
});
