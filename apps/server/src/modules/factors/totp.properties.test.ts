import fc from 'fast-check';
import { expect, it } from 'vitest';
import { findStep, stepAt, toBase32, totpCode } from './totp.ts';

const secret = fc.uint8Array({ minLength: 10, maxLength: 40 }).map((bytes) => Buffer.from(bytes));
const moment = fc.date({ min: new Date(120_000), max: new Date('2100-01-01'), noInvalidDate: true });
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Base32 read bit by bit. */
function fromBase32(text: string): Buffer {
  const bits = Array.from(text, (letter) => letters.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from(
    Array.from({ length: Math.floor(bits.length / 8) }, (_, index) =>
      Number.parseInt(bits.slice(index * 8, index * 8 + 8), 2),
    ),
  );
}

it('accepts the code of this step and of those beside it, as that step', () => {
  fc.assert(
    fc.property(secret, moment, fc.integer({ min: -1, max: 1 }), (key, now, step) => {
      const found = findStep(key, totpCode(key, stepAt(now) + step), now);
      // Two steps may have the same code; then the later one counts.
      expect(found).toBeGreaterThanOrEqual(stepAt(now) + step);
      expect(totpCode(key, found ?? 0)).toBe(totpCode(key, stepAt(now) + step));
    }),
  );
});

it('accepts no other text', () => {
  fc.assert(
    fc.property(
      secret,
      moment,
      fc.oneof(fc.string(), fc.stringMatching(/^\d{6}$/), fc.string({ unit: 'grapheme', minLength: 6, maxLength: 6 })),
      (key, now, code) => {
        const right = [-1, 0, 1].map((step) => totpCode(key, stepAt(now) + step));
        expect(findStep(key, code, now) !== undefined).toBe(right.includes(code));
      },
    ),
  );
});

it('writes a secret that authenticator apps read as the same', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
      const text = toBase32(Buffer.from(bytes));
      expect(text).toMatch(/^[A-Z2-7]*$/);
      expect(fromBase32(text)).toEqual(Buffer.from(bytes));
    }),
  );
});
