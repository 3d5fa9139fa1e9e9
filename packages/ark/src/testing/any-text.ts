import fc from 'fast-check';

const unit = fc.oneof(fc.integer({ min: 0, max: 0xff }), fc.integer({ min: 0, max: 0xffff }));

/** Any text, with control characters and halves of characters, mostly made of these pieces. */
export function textOf(...pieces: string[]): fc.Arbitrary<string> {
  const any = fc.oneof(
    unit.map((code) => String.fromCharCode(code)),
    fc.string({ unit: 'grapheme', maxLength: 3 }),
  );
  const known = { weight: 3, arbitrary: fc.constantFrom(...pieces) };
  return fc.string({ unit: fc.oneof(known, { weight: 1, arbitrary: any }), maxLength: 40 });
}

/** A name as the game accepts it: one line without blanks around it. */
export const anyName = fc
  .string({
    unit: fc.oneof(
      fc.constantFrom(' ', '(', ')', ',', '.', ':', '-', '|'),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
    ),
    maxLength: 20,
  })
  .map((text) => text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '').trim())
  .filter((name) => name !== '');

const digits = (length: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: length, maxLength: length });

/** Of Steam, Epic or EOS. */
export const playerId = fc.oneof(
  digits(17),
  digits(19),
  fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 32, maxLength: 32 }),
);
