import fc from 'fast-check';

/** Any sequence of UTF-16 units: control characters and halves of characters among them. */
const unit = fc.oneof(
  fc.integer({ min: 0, max: 0xff }),
  fc.integer({ min: 0, max: 0xffff }),
  fc.integer({ min: 0xd800, max: 0xdfff }),
);

/** Any text, mostly made of these pieces: those that mean something where the text goes. */
export function textOf(...pieces: string[]): fc.Arbitrary<string> {
  const any = fc.oneof(
    unit.map((code) => String.fromCharCode(code)),
    fc.string({ unit: 'grapheme', maxLength: 3 }),
  );
  const weighted = [{ weight: 3, arbitrary: fc.constantFrom(...(pieces.length > 0 ? pieces : ['a', ' '])) }];
  return fc.string({ unit: fc.oneof(...weighted, { weight: 1, arbitrary: any }), maxLength: 40 });
}
