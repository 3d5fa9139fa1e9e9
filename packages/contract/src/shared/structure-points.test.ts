import { expect, it } from 'vitest';
import {
  createStructureColumns,
  decodeStructurePoints,
  encodeStructurePoints,
  type StructurePoints,
} from './structure-points.ts';

function somePoints(count: number): StructurePoints {
  const columns = createStructureColumns(count);
  for (let row = 0; row < count; row += 1) {
    columns.id[row] = row + 1;
    columns.x[row] = row * -1.5;
    columns.class[row] = row % 2;
    columns.goneAt[row] = 4_000_000_000;
  }
  return {
    count,
    savedAt: 1_700_000_000,
    classes: ['Floor_Stone_C', 'Wände "größer" 🦖 \u2028'],
    tribes: [{ id: 2 ** 40, name: '\u202eebirt', lastActiveAt: 0 }],
    owners: [{ arkId: '473236573', name: '' }],
    columns,
  };
}

const bufferOf = (points: StructurePoints) => encodeStructurePoints(points).buffer as ArrayBuffer;

// Odd numbers, so that columns of two bytes do not end at a multiple of four.
it.each([0, 1, 3, 10_001])('%i structures come back as they were', (count) => {
  const points = somePoints(count);

  expect(decodeStructurePoints(bufferOf(points))).toEqual(points);
});

it('what is cut short or something else is refused', () => {
  const whole = bufferOf(somePoints(9));
  for (let length = 0; length < whole.byteLength - 4; length += 1)
    expect(() => decodeStructurePoints(whole.slice(0, length))).toThrow(/structures/);
  expect(() => decodeStructurePoints(new ArrayBuffer(400))).toThrow('This is not a list of structures.');
});

it.each([['null'], ['[]'], ['{']])('a head of %s is refused like any other that is not valid', (head) => {
  const bytes = new Uint8Array(bufferOf(somePoints(0)));
  bytes.set(new TextEncoder().encode(head.padEnd(new DataView(bytes.buffer).getUint32(4, true))), 8);
  expect(() => decodeStructurePoints(bytes.buffer)).toThrow('The list of structures has no valid header.');
});
