import { createArchiveReading } from '../archive-reading.ts';
import { createFailures, type Failures, SaveError } from '../save-error.ts';
import { createGroundGrid } from '../ground/ground-grid.ts';
import type { GroundCell, SavedClass, SavedRow, SaveReport } from '../save-rows.ts';
import { readActorTransforms } from './actor-transforms.ts';
import { readAsaProfile, readAsaTribe } from './asa-archive.ts';
import { readAsaObject, readNeighbours } from './asa-object.ts';
import { createClassTally } from './class-tally.ts';
import type { SaveDatabase } from './save-database.ts';
import { type SaveHeader, tableNames } from './save-header.ts';
import { toStructure } from './saved-structure.ts';
import { createSurvivors, type Survivors } from './saved-survivors.ts';
import { readTribeStore } from './tribe-store.ts';

const objectsPerSign = 256;

/** Tribes first, then structures in sequence, then survivors, whose bodies are among the objects. */
export function* readAsaRows(database: SaveDatabase, header: SaveHeader): Generator<SavedRow | undefined, SaveReport> {
  const failures = createFailures();
  const survivors = createSurvivors();
  const archives = yield* readStore(database, survivors, failures);
  const { objectCount, classes, ground } = yield* readObjects(database, header, survivors, failures);
  for (const survivor of survivors.all()) yield { kind: 'survivor', survivor };
  return { objectCount, failureCount: failures.count(), failures: failures.first, archives, classes, ground };
}

function* readStore(
  database: SaveDatabase,
  survivors: Survivors,
  failures: Failures,
): Generator<SavedRow, SaveReport['archives']> {
  const reading = createArchiveReading(failures, 'asa');
  const { store, failed } = reading.open(() => readTribeStore(database.custom('GameModeCustomBytes')));
  if (failed) yield failed;
  for (const [index, bytes] of (store?.tribes ?? []).entries()) {
    const read = () => ({ kind: 'tribe', tribe: readAsaTribe(bytes, `tribe ${index + 1}`) }) as const;
    const row = reading.read({ of: 'tribe', location: 'the store', bytes: () => bytes, read });
    if (row) yield row;
  }
  for (const [index, bytes] of (store?.profiles ?? []).entries()) {
    const read = () => {
      survivors.addProfile(readAsaProfile(bytes, `profile ${index + 1}`));
      return undefined;
    };
    const row = reading.read({ of: 'survivor', location: 'the store', bytes: () => bytes, read });
    if (row) yield row;
  }
  return reading.archives;
}

type Reading = { objectCount: number; classes: SavedClass[]; ground: GroundCell[] };

function* readObjects(
  database: SaveDatabase,
  header: SaveHeader,
  survivors: Survivors,
  failures: Failures,
): Generator<SavedRow | undefined, Reading> {
  const parts = (['ActorTransforms', 'ActorTransformsDelta'] as const).map((key) => database.custom(key));
  const transforms = readActorTransforms(parts.filter((part) => part !== undefined));
  const names = tableNames(header.names);
  const classes = createClassTally();
  const ground = createGroundGrid();
  let objectCount = 0;
  let hasUnknownCoordinates = false;
  for (const { key, value } of database.objects()) {
    objectCount += 1;
    // Reports progress also over many objects without a row.
    if (objectCount % objectsPerSign === 0) yield undefined;
    try {
      if (!value) throw new SaveError('value', 'it is no blob, or too big');
      const object = readAsaObject(value, names, header.version);
      const { className } = classes.count(object);
      const neighbours = () => {
        hasUnknownCoordinates = true;
        return readNeighbours(value, names, header.version);
      };
      const structure = toStructure(key, object, className, { find: transforms.find, neighbours });
      ground.add({ className, isCreature: object.isCreature, team: object.team }, () => transforms.find(key));
      if (structure) yield { kind: 'structure', structure };
      else if (object.playerDataId !== undefined) survivors.addBody(key, object, transforms);
    } catch (error) {
      failures.add(`object ${key.toString('hex')}`, error);
      yield { kind: 'unreadable', of: 'object', ...(key.length > 0 && { id: key.toString('hex') }) };
    }
    if (hasUnknownCoordinates && !transforms.hasAny)
      throw new SaveError('ActorTransforms', 'it is missing or empty, so no structure has coordinates');
  }
  return { objectCount, classes: classes.list(), ground: ground.list() };
}
