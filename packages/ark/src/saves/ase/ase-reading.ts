import { createArchiveReading } from '../archive-reading.ts';
import { createFailures, type Failures, SaveError } from '../save-error.ts';
import type { ByteSource } from '../byte-reader.ts';
import { createGroundGrid } from '../ground/ground-grid.ts';
import type { GroundCell, SavedClass, SavedRow, SaveReport } from '../save-rows.ts';
import { readAseProfile, readAseTribe } from './ase-archive.ts';
import type { AseHeader } from './ase-header.ts';
import type { AseNames } from './ase-names.ts';
import { toStructure, toSurvivor } from './ase-object-rows.ts';
import { readObjects } from './ase-objects.ts';
import { createPropertyReading, numberValue } from './ase-properties.ts';
import { openAseStore, type StoredArchives } from './ase-store.ts';
import { createAseSurvivors, createClassCount, createUniqueIds, kindOf } from './ase-collections.ts';
import { words } from './ase-words.ts';

type Survivors = ReturnType<typeof createAseSurvivors>;
const objectsPerSign = 256;

type Reading = { objectCount: number; classes: SavedClass[]; ground: GroundCell[] };

/** Tribes first, then structures in sequence, then survivors, whose bodies are among the objects. */
export function* readAseRows(
  source: ByteSource,
  header: AseHeader,
  names: AseNames,
): Generator<SavedRow | undefined, SaveReport> {
  const failures = createFailures();
  const survivors = createAseSurvivors();
  const archives = yield* readStore(source, header, survivors, failures);
  const { objectCount, classes, ground } = yield* readWorld(source, header, names, survivors, failures);
  for (const survivor of survivors.all()) yield { kind: 'survivor', survivor };
  return { objectCount, failureCount: failures.count(), failures: failures.first, archives, classes, ground };
}

function* readStore(
  source: ByteSource,
  header: AseHeader,
  survivors: Survivors,
  failures: Failures,
): Generator<SavedRow, SaveReport['archives']> {
  const reading = createArchiveReading(failures, 'ase');
  const { store, failed } = reading.open(() => openAseStore(source, header));
  if (failed) yield failed;
  yield* readArchives(reading, 'tribe', store?.tribes, readTribe);
  const { store: profiles, failed: failedProfiles } = reading.open(() => store?.openProfiles());
  if (failedProfiles) yield failedProfiles;
  const readSurvivor = (bytes: Buffer) => {
    survivors.addProfile(readAseProfile(bytes));
    return undefined;
  };
  yield* readArchives(reading, 'survivor', profiles, readSurvivor);
  return reading.archives;
}

function readTribe(bytes: Buffer): SavedRow {
  return { kind: 'tribe', tribe: readAseTribe(bytes) };
}

function* readArchives(
  reading: ReturnType<typeof createArchiveReading>,
  of: 'tribe' | 'survivor',
  archives: StoredArchives | undefined,
  read: (bytes: Buffer) => SavedRow | undefined,
): Generator<SavedRow> {
  if (!archives) return;
  for (let index = 0; index < archives.count; index += 1) {
    const row = reading.read({
      of,
      location: `the store, archive ${index + 1}`,
      bytes: () => archives.read(index),
      read,
    });
    if (row) yield row;
  }
}

/** Heads and properties are each read through a window; only the row of an object stays in memory. */
function* readWorld(
  source: ByteSource,
  header: AseHeader,
  names: AseNames,
  survivors: Survivors,
  failures: Failures,
): Generator<SavedRow | undefined, Reading> {
  const classes = createClassCount();
  const ground = createGroundGrid();
  const ids = createUniqueIds();
  const properties = createPropertyReading(source, names);
  let objectCount = 0;
  for (const { object, end } of readObjects(source, header, names)) {
    const entry = classes.entry(object.className);
    entry.count += 1;
    objectCount += 1;
    // Reports progress also over many objects without a row.
    if (objectCount % objectsPerSign === 0) yield undefined;
    try {
      const values = properties.read(object, end);
      if (entry.kind === 'other') entry.kind = kindOf(object, values);
      const structure = toStructure(object, entry.className, values);
      ground.add(
        {
          className: entry.className,
          isCreature: entry.kind === 'creature',
          team: numberValue(values[words.TargetingTeam]),
        },
        () => (object.hasCoordinates ? object : undefined),
      );
      const body = structure ? undefined : toSurvivor(object, values);
      if (structure) yield { kind: 'structure', structure: ids.makeUnique(structure) };
      if (body) survivors.addBody(body);
    } catch (error) {
      failures.add(`object ${objectCount} (${entry.className})`, error);
      const number = numberValue(properties.values[words.StructureID]);
      if (number !== undefined) ids.take(String(number));
      // Other objects of the same class show that it is neither a structure nor a body.
      const isOther = object.isItem || entry.kind === 'item' || entry.kind === 'creature';
      if (!isOther) yield { kind: 'unreadable', of: 'object', ...(number !== undefined && { id: String(number) }) };
    }
    if (properties.isOverrun()) throw new SaveError(`object ${objectCount}`, 'objects share their properties');
  }
  return { objectCount, classes: classes.list(), ground: ground.list() };
}
