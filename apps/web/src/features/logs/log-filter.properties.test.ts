import { textOf } from '@tribehall/common/any-text.fixture';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { queryOf, readFilter, writeFilter } from './log-filter.ts';

const time = fc.oneof(
  fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('9999-12-31') }).map((at) => at.toISOString()),
  textOf('2026', '-', ':', 'x'),
);
const value = fc.oneof(
  fc.constantFrom('own', '5m', '24h', 'yesterday', 'warn', 'true', 'all', 'custom', '7d', '__proto__', 'toString', ''),
  textOf('a'),
);
const params = fc.record(
  {
    host: value,
    key: value,
    level: value,
    range: value,
    after: time,
    before: time,
    at: time,
    search: value,
    pattern: value,
  },
  { requiredKeys: [] },
);

it('writes a filter of the address back as one that reads as the same', () => {
  fc.assert(
    fc.property(params, (given) => {
      const filter = readFilter(given);
      expect(readFilter(writeFilter(filter))).toEqual(filter);
      const { after, before } = queryOf(filter, Date.parse('2026-01-01'));
      for (const moment of [after, before])
        if (moment !== undefined) expect(new Date(moment).toISOString()).toBe(moment);
    }),
  );
});
