import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createSecretKey, minSecretLength } from './secret-key.ts';

const key = createSecretKey('k'.repeat(minSecretLength));
const other = createSecretKey('o'.repeat(minSecretLength));
const text = fc.string({ unit: 'grapheme' });

it('opens what it sealed, for the same purpose alone, and nothing that was changed', () => {
  fc.assert(
    fc.property(text, fc.nat(), fc.integer({ min: 1, max: 255 }), (plain, at, change) => {
      const sealed = key.seal('a', plain);
      expect(key.unseal('a', sealed)).toBe(plain);
      const bytes = Buffer.from(sealed, 'base64url');
      bytes[at % bytes.length] = (bytes[at % bytes.length] ?? 0) ^ change;
      const wrong = [key.unseal('b', sealed), other.unseal('a', sealed), key.unseal('a', bytes.toString('base64url'))];
      expect(wrong).toEqual([undefined, undefined, undefined]);
    }),
  );
});

it('opens no other text', () => {
  fc.assert(
    fc.property(fc.oneof(text, fc.base64String()), (sealed) => {
      expect(key.unseal('a', sealed)).toBeUndefined();
    }),
  );
});

it('knows its signature, and no other text as one', () => {
  fc.assert(
    fc.property(text, text, text, (signed, different, forged) => {
      const signature = key.sign('a', signed);
      expect(key.isSignature('a', signed, signature)).toBe(true);
      expect(key.isSignature('b', signed, signature)).toBe(false);
      expect(key.isSignature('a', different, signature)).toBe(different === signed);
      expect(key.isSignature('a', signed, forged)).toBe(false);
      expect(other.isSignature('a', signed, signature)).toBe(false);
    }),
  );
});
