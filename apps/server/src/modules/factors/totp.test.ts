import { describe, expect, it } from 'vitest';
import { findStep, stepAt, toBase32, totpCode } from './totp.ts';

const secret = Buffer.from('12345678901234567890');

describe('codes of authenticator apps', () => {
  it.each([
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ])('are those of RFC 6238 at %d s', (seconds, code) => {
    const step = stepAt(new Date(seconds * 1000));
    expect(totpCode(secret, step, 8)).toBe(code);
    expect(totpCode(secret, step)).toBe(code.slice(2));
  });

  it('belong to the step before, now or after, and to no other', () => {
    const now = new Date(1_234_567_890_000);
    const step = stepAt(now);
    expect([-2, -1, 0, 1, 2].map((ahead) => findStep(secret, totpCode(secret, step + ahead), now))).toEqual([
      undefined,
      step - 1,
      step,
      step + 1,
      undefined,
    ]);
    expect(findStep(secret, '', now)).toBeUndefined();
    expect(findStep(secret, '０００５９２4', now)).toBeUndefined();
  });
});

it('writes secrets as RFC 4648 does', () => {
  const vectors = { f: 'MY', fo: 'MZXQ', foo: 'MZXW6', foob: 'MZXW6YQ', fooba: 'MZXW6YTB', foobar: 'MZXW6YTBOI' };
  for (const [text, base32] of Object.entries(vectors)) expect(toBase32(Buffer.from(text))).toBe(base32);
});
