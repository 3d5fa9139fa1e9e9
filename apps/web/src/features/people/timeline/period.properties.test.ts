import { textOf } from '@tribehall/common/any-text.fixture';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { periodParams, readPeriod } from './period.ts';

const time = fc.oneof(
  fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('9999-12-31') }).map((at) => at.toISOString()),
  textOf('2026', '-', ':', 'x'),
);
const value = fc.oneof(fc.constantFrom('all', 'custom', '7d', '__proto__', 'toString', ''), textOf('a'));

it('writes a period of the address back as one that reads as the same', () => {
  fc.assert(
    fc.property(fc.record({ period: value, from: time, until: time }, { requiredKeys: [] }), (given) => {
      const period = readPeriod(given);
      expect(readPeriod(periodParams(period))).toEqual(period);
    }),
  );
});
