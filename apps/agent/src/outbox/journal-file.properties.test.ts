import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decodeRecords, encodeRecord, type JournalRecord } from './journal-file.ts';

const json = fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value)) as unknown);
const event = fc.record({ seq: fc.nat(), at: fc.string(), type: fc.string({ unit: 'grapheme' }), data: json });
const record: fc.Arbitrary<JournalRecord> = fc.oneof(
  fc.record({ kind: fc.constant('acked' as const), seq: fc.nat() }),
  fc.record({ kind: fc.constant('lost' as const), event }),
  fc.record({ kind: fc.constant('change' as const), events: fc.array(event, { maxLength: 3 }), bookmark: json }),
);
const records = fc.array(record, { maxLength: 5 });
const bytesOf = (list: JournalRecord[]) => Buffer.from(list.map(encodeRecord).join(''));

it('reads every record as it was written', () => {
  fc.assert(
    fc.property(records, (list) => {
      expect(decodeRecords(bytesOf(list))).toEqual({ records: list, damagedLines: 0 });
    }),
  );
});

it('reads all whole records of a file that was cut off, and counts the half one', () => {
  fc.assert(
    fc.property(records, fc.nat(), (list, place) => {
      const bytes = bytesOf(list);
      const part = bytes.subarray(0, place % (bytes.length + 1));
      const whole = part.toString('latin1').split('\n').length - 1;
      const isHalf = part.length > 0 && part.at(-1) !== 0x0a;
      expect(decodeRecords(part)).toEqual({ records: list.slice(0, whole), damagedLines: isHalf ? 1 : 0 });
    }),
  );
});

it('reads around any damage: no record is changed, and none is lost that was not hit', () => {
  const line = fc.oneof(
    fc.string(),
    fc.constantFrom('00000000', '00000000 ', '', '0'),
    fc.string({ unit: fc.constantFrom('0', ' ', '{', '}'), maxLength: 12 }),
  );
  fc.assert(
    fc.property(records, line, records, (before, damage, after) => {
      const bytes = Buffer.concat([bytesOf(before), Buffer.from(`${damage.replaceAll('\n', '')}\n`), bytesOf(after)]);
      expect(decodeRecords(bytes)).toEqual({ records: [...before, ...after], damagedLines: 1 });
    }),
  );
});

it('counts a line of zeros as damaged', () => {
  expect(decodeRecords(Buffer.from('00000000\n'))).toEqual({ records: [], damagedLines: 1 });
});
