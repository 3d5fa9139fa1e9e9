import { expect, it } from 'vitest';
import { asaTables, makeSaveFolder } from '../../testing/asa-fixture.ts';
import { asa } from '../../testing/asa-parts.ts';
import { mutations } from '../../testing/mutations.ts';
import { unpackRealSave } from '../../testing/real-saves.ts';
import { viewOf } from '../byte-reader.ts';
import { readAsaObject } from './asa-object.ts';
import { ObjectRow } from './object-row.ts';
import { QuickObjects } from './quick-objects.ts';
import { openSaveDatabase } from './save-database.ts';
import { readSaveHeader, tableNames } from './save-header.ts';

const none = Buffer.alloc(0);

/** Returns how many objects are read quickly; all of them must be the same when read slowly. */
function countQuick(header: Buffer, objects: Iterable<Buffer>): number {
  const { names: table, version } = readSaveHeader(header);
  const names = tableNames(table);
  const quick = new QuickObjects(table, names);
  let count = 0;
  for (const bytes of objects) {
    const row = new ObjectRow();
    // Somewhere in other bytes, as in a page.
    row.bytes = Buffer.concat([Buffer.alloc(3, 9), bytes, Buffer.alloc(40, 9)]);
    row.view = viewOf(row.bytes);
    row.start = 3;
    row.end = 3 + bytes.length;
    row.hasValue = true;
    if (!quick.find(row)) continue;
    count += 1;
    const object = readAsaObject(bytes, names, version);
    expect(quick.read(row)).toEqual({ ...object, classPath: '' });
  }
  return count;
}

it('reads nearly all objects of a real save, intact or broken, as the slow reader does', { timeout: 120_000 }, () => {
  const database = openSaveDatabase(unpackRealSave('Ragnarok_WP.ark', makeSaveFolder()));
  const objects = Array.from(database.objects(), ({ value }) => Buffer.from(value ?? none));
  const header = database.custom('SaveHeader') ?? none;
  database.close();
  expect(countQuick(header, objects) / objects.length).toBeGreaterThan(0.95);
  const short = objects.filter(({ length }) => length < 4_000);
  expect(countQuick(header, mutations(short, 10_000, 3))).toBeGreaterThan(1_000);
});

it('reads odd properties as the slow reader does', () => {
  const parts = [
    asa.text('OwnerName', 'Bób 🦖'),
    asa.text('BoxName', 'First'),
    asa.text('SignText', 'Second'),
    asa.int('StructureID', 5),
    asa.int('StructureID', 6, { index: 1 }),
    asa.int('Health', 6, { instance: 3 }),
    asa.uint64('OwningPlayerID', 2n ** 60n),
    asa.bool('bIsDead', true),
    asa.int('OwnerName', 5),
    asa.map('MaxHealth', 40),
    asa.vector('SavedBaseWorldLocation', 1, 2, 3),
    asa.double('OriginalCreationTime', 5.5),
    asa.struct('Inner', 'Some', [asa.int('TargetingTeam', 7)]),
    asa.uint32('TargetingTeam', 4_000_000_000),
  ];
  const { game, custom } = asaTables({ objects: [{ id: Buffer.alloc(16, 1), classPath: '/Game/Box.Box_C', parts }] });
  const originals = game.map(({ value }) => value);
  expect(countQuick(custom['SaveHeader'] as Buffer, originals)).toBe(1);
  expect(countQuick(custom['SaveHeader'] as Buffer, mutations(originals, 10_000, 4))).toBeGreaterThan(1_000);
});
