import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isWithin, partitionName, planSpan, readPartition, type Span } from './partition-span.ts';

const hour = fc.integer({ min: 0, max: 80 * 365 * 24 }).map((hours) => new Date(hours * 3_600_000));
const table = { name: 'log_entries', maxPartitions: 60 };

it('reads the span back from the name of a partition, and from no other name', () => {
  fc.assert(
    fc.property(
      hour,
      hour,
      fc.string({ unit: fc.constantFrom(...'0123456789_'), maxLength: 25 }),
      (from, to, other) => {
        const name = partitionName(table, { from, to });
        expect(readPartition(table, name)).toEqual({ name, from, to });
        const found = readPartition(table, `log_entries_${other}`);
        if (found) expect(partitionName(table, found)).toBe(found.name);
      },
    ),
  );
});

it('plans a span for any moment that contains it and overlaps with none', () => {
  fc.assert(
    fc.property(fc.array(hour, { maxLength: 8 }), hour, fc.integer({ min: 1, max: 3650 }), (moments, at, days) => {
      const spans: Span[] = [];
      for (const moment of [...moments, at]) {
        if (spans.some((span) => isWithin(moment, span))) continue;
        const planned = planSpan(table, moment, days, spans);
        expect(isWithin(moment, planned)).toBe(true);
        for (const { from, to } of spans) expect(planned.to <= from || planned.from >= to).toBe(true);
        spans.push(planned);
      }
    }),
  );
});
