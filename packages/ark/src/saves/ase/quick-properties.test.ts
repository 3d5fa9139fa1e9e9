import { expect, it } from 'vitest';
import { properties, write } from '../../testing/ase-fixture.ts';
import { pawn, vault, wild } from '../../testing/ase-objects.ts';
import { mutations } from '../../testing/mutations.ts';
import { bytesSource } from '../byte-reader.ts';
import type { AseNames } from './ase-names.ts';
import { tableNames } from './ase-names.ts';
import { createPropertyReading } from './ase-properties.ts';
import { aseVocabulary } from './ase-words.ts';

/** The properties of each object as bytes, and the names in them. */
function writeAll() {
  const ids = new Map<string, number>();
  const name = (text: string) => {
    if (!ids.has(text)) ids.set(text, ids.size + 1);
    return Buffer.from(Int32Array.of(ids.get(text) ?? 0, 0).buffer);
  };
  const odd = [
    write.int16('Health', 5),
    write.int('OwnerName', 3),
    write.texts('BoxName', ['a']),
    write.text('BedName', ''),
  ];
  const all = [vault.properties, wild.properties, pawn.properties, odd];
  const originals = all.map((parts) => properties(parts)(name));
  return { originals, names: tableNames([...ids.keys()], aseVocabulary) };
}

function read(bytes: Buffer, names: AseNames) {
  const reading = createPropertyReading(bytesSource(bytes), names);
  const object = { className: '', isItem: false, hasCoordinates: false, x: 0, y: 0, z: 0, propertiesAt: 0 };
  const isFound = reading.find(object, bytes.length);
  try {
    return { isFound, values: [...reading.read(object, bytes.length, isFound)] };
  } catch (error) {
    return { isFound, error: (error as Error).message };
  }
}

it('reads properties, intact or broken, as the walker does', () => {
  const { originals, names } = writeAll();
  const { table: _table, ...slow } = names;
  expect(originals.map((bytes) => read(bytes, names).isFound)).toEqual([true, true, false, true]);
  let foundCount = 0;
  for (const bytes of [...originals, ...mutations(originals, 8_000, 5)]) {
    const { isFound, ...quickly } = read(bytes, names);
    const { isFound: isNever, ...slowly } = read(bytes, slow);
    expect(quickly).toEqual(slowly);
    expect(isNever).toBe(false);
    if (isFound) foundCount += 1;
  }
  expect(foundCount).toBeGreaterThan(800);
});
