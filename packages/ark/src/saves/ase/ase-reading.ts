import { createArchiveReading } from '../archive-reading.ts';
import { createFailures, type Failures, SaveError } from '../save-error.ts';
import { ByteHash } from '../byte-hash.ts';
import type { ByteSource } from '../byte-reader.ts';
import { createGroundGrid } from '../ground/ground-grid.ts';
import type { KnownObjects } from '../known-objects.ts';
import type { SavedClass, SavedRow, SaveReport } from '../save-rows.ts';
import { readAseProfile, readAseTribe } from './ase-archive.ts';
import type { AseHeader } from './ase-header.ts';
import type { AseNames } from './ase-names.ts';
import { toStructure, toSurvivor } from './ase-object-rows.ts';
import { type AseObject, readObjects } from './ase-objects.ts';
import { createPropertyReading, numberValue } from './ase-properties.ts';
import { openAseStore, type StoredArchives } from './ase-store.ts';
import { type ClassEntry, createAseSurvivors, createClassCount, createUniqueIds, kindOf } from './ase-collections.ts';
import { words } from './ase-words.ts';

type Survivors = ReturnType<typeof createAseSurvivors>;
const objectsPerSign = 256;

export type AseWorld = { source: ByteSource; header: AseHeader; names: AseNames };

/** Tribes first, then structures in sequence, then survivors, whose bodies are among the objects. */
export function* readAseRows(world: AseWorld, known?: KnownObjects): Generator<SavedRow | undefined, SaveReport> {
  const failures = createFailures();
  const survivors = createAseSurvivors();
  const archives = yield* readStore(world.source, world.header, survivors, failures);
  const objects = createObjectReading(world, { survivors, failures, known });
  for (const { object, end } of readObjects(world.source, world.header, world.names)) {
    const row = objects.read(object, end);
    if (row) yield row;
    // Reports progress also over many objects without a row.
    else if (objects.count() % objectsPerSign === 0) yield undefined;
  }
  for (const survivor of survivors.all()) yield { kind: 'survivor', survivor };
  return { ...objects.report(), failureCount: failures.count(), failures: failures.first, archives };
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

type Context = { survivors: Survivors; failures: Failures; known: KnownObjects | undefined };

/** Heads and properties are each read through a window; only the row of an object stays in memory. */
function createObjectReading({ source, names }: AseWorld, { survivors, failures, known }: Context) {
  const classes = createClassCount();
  const ground = createGroundGrid();
  let hasReused = false;
  const ids = createUniqueIds((id) => hasReused && known !== undefined && known.hasSeen(id));
  const properties = createPropertyReading(source, names);
  const hash = new ByteHash();
  let objectCount = 0;

  const readRow = (object: AseObject, end: number, { found: entry, low, high }: ClassEntry): SavedRow | undefined => {
    const isFound = properties.find(object, end);
    if (known && isFound && object.hasCoordinates) {
      hash.start(known.seed[0] ^ low, known.seed[1] ^ high);
      hashHead(hash, object);
      properties.hash(hash);
      hash.finish();
      if (entry.kind !== 'other' && known.reuse(hash.low, hash.high)) {
        hasReused = true;
        ground.addOwned(entry.className, entry.kind === 'creature', object);
        return undefined;
      }
    }
    const values = properties.read(object, end, isFound);
    if (entry.kind === 'other') entry.kind = kindOf(object, values);
    const structure = toStructure(object, entry.className, values);
    const team = numberValue(values[words.TargetingTeam]);
    ground.add({ className: entry.className, isCreature: entry.kind === 'creature', team }, () =>
      object.hasCoordinates ? object : undefined,
    );
    if (structure) {
      const unique = ids.makeUnique(structure);
      // What becomes of a copy depends on others.
      if (!known || !isFound || unique !== structure) return { kind: 'structure', structure: unique };
      return { kind: 'structure', structure, content: { low: hash.low, high: hash.high } };
    }
    const body = toSurvivor(object, values);
    if (body) survivors.addBody(body);
    return undefined;
  };
  const fail = (error: unknown, { isItem }: AseObject, entry: SavedClass): SavedRow | undefined => {
    failures.add(`object ${objectCount} (${entry.className})`, error);
    const number = numberValue(properties.values[words.StructureID]);
    if (number !== undefined) ids.take(String(number));
    // Other objects of the same class show that it is neither a structure nor a body.
    if (isItem || entry.kind === 'item' || entry.kind === 'creature') return undefined;
    return { kind: 'unreadable', of: 'object', ...(number !== undefined && { id: String(number) }) };
  };
  return {
    count: () => objectCount,
    read(object: AseObject, end: number): SavedRow | undefined {
      const entry = classes.entry(object.className);
      entry.found.count += 1;
      objectCount += 1;
      let row: SavedRow | undefined;
      try {
        row = readRow(object, end, entry);
      } catch (error) {
        row = fail(error, object, entry.found);
      }
      if (properties.isOverrun()) throw new SaveError(`object ${objectCount}`, 'objects share their properties');
      return row;
    },
    report: () => ({ objectCount, classes: classes.list(), ground: ground.list() }),
  };
}

/** What a row is made of beside its class and its properties. */
function hashHead(hash: ByteHash, { isItem, x, y, z }: AseObject): void {
  hash.word(isItem ? 1 : 0);
  hash.number(x);
  hash.number(y);
  hash.number(z);
}
