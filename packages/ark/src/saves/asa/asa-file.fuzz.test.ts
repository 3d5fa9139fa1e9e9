import Database from 'libsql';
import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { makeSaveFolder, writeAsaSave } from '../../testing/asa-fixture.ts';
import { asa } from '../../testing/asa-parts.ts';
import { mutations } from '../../testing/mutations.ts';
import { readWhole } from '../../testing/read-whole.ts';
import { unpackRealSave } from '../../testing/real-saves.ts';
import { SaveError } from '../save-error.ts';
import { openAsaSave } from './open-asa-save.ts';

const timeout = 180_000;

/** What came of reading: rows, rows with failures, or an error that names its location. */
function outcomeOf(file: string): string {
  try {
    return readWhole(openAsaSave(file)).report.failureCount === 0 ? 'whole' : 'in part';
  } catch (error) {
    return error instanceof SaveError && error.location !== '' ? 'refused' : String(error);
  }
}

function tryMutations(original: Buffer, count: number, seed: number): Record<string, number> {
  const file = path.join(makeSaveFolder(), 'broken.ark');
  const outcomes: Record<string, number> = { whole: 0, 'in part': 0, refused: 0 };
  for (const bytes of mutations([original], count, seed)) {
    fs.writeFileSync(file, bytes);
    const outcome = outcomeOf(file);
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  }
  return outcomes;
}

function writeSmallWorld(): Buffer {
  const parts = [asa.uint32('StructureID', 5), asa.map('Much', 3_000), asa.int('TargetingTeam', 1_200_000_001)];
  const objects = Array.from({ length: 60 }, (_, index) => ({
    id: Buffer.alloc(16, index + 1),
    classPath: '/Game/Box.Box_C',
    parts,
    coordinates: [index, 2, 3] as [number, number, number],
  }));
  const file = writeAsaSave({ objects });
  // Small pages: more of what is broken is the tree itself.
  const database = new Database(file);
  database.exec('pragma page_size = 512');
  database.exec('vacuum');
  database.close();
  return fs.readFileSync(file);
}

it('survives 800 broken files', { timeout }, () => {
  const outcomes = tryMutations(writeSmallWorld(), 800, 11);
  expect(Object.keys(outcomes).toSorted()).toEqual(['in part', 'refused', 'whole']);
  expect(Object.values(outcomes).every((count) => count > 0)).toBe(true);
});

it('survives 60 broken copies of a real world', { timeout }, () => {
  const original = fs.readFileSync(unpackRealSave('GreenflatMap1.ark', makeSaveFolder()));
  expect(Object.keys(tryMutations(original, 60, 12)).toSorted()).toEqual(['in part', 'refused', 'whole']);
});
