import { SaveError } from '../save-error.ts';
import type { SavedClass, SavedRow, SaveReport } from '../save-rows.ts';
import { readActorTransforms } from './actor-transforms.ts';
import { readAsaProfile, readAsaTribe } from './asa-archive.ts';
import { readAsaObject, readNeighbours } from './asa-object.ts';
import { createClassTally } from './class-tally.ts';
import { createFailures, type Failures } from '../failures.ts';
import type { SaveDatabase } from './save-database.ts';
import type { SaveHeader } from './save-header.ts';
import { tableNames } from './save-names.ts';
import { toStructure } from './saved-structure.ts';
import { createSurvivors, type Survivors } from './saved-survivors.ts';
import { readTribeStore } from './tribe-store.ts';

/** Tribes first, then structures as they come, then survivors, whose bodies stand among the objects. */
export function* readAsaRows(database: SaveDatabase, header: SaveHeader): Generator<SavedRow, SaveReport> {
  const failures = createFailures();
  const survivors = createSurvivors();
  yield* readStore(database, survivors, failures);
  const { objectCount, classes } = yield* readObjects(database, header, survivors, failures);
  for (const survivor of survivors.all()) yield { kind: 'survivor', survivor };
  return { objectCount, failureCount: failures.count(), failures: failures.first, classes };
}

function* readStore(database: SaveDatabase, survivors: Survivors, failures: Failures): Generator<SavedRow> {
  const store = failures.attempt('the store', () => {
    const bytes = database.custom('GameModeCustomBytes');
    return bytes && readTribeStore(bytes);
  });
  for (const [index, bytes] of (store?.tribes ?? []).entries()) {
    const tribe = failures.attempt('the store', () => readAsaTribe(bytes, `tribe ${index + 1}`));
    if (tribe) yield { kind: 'tribe', tribe };
  }
  for (const [index, bytes] of (store?.profiles ?? []).entries())
    failures.attempt('the store', () => survivors.addProfile(readAsaProfile(bytes, `profile ${index + 1}`)));
}

type Reading = { objectCount: number; classes: SavedClass[] };

function* readObjects(
  database: SaveDatabase,
  header: SaveHeader,
  survivors: Survivors,
  failures: Failures,
): Generator<SavedRow, Reading> {
  const parts = (['ActorTransforms', 'ActorTransformsDelta'] as const).map((key) => database.custom(key));
  const transforms = readActorTransforms(parts.filter((part) => part !== undefined));
  const names = tableNames(header.names);
  const classes = createClassTally();
  let objectCount = 0;
  for (const { key, value } of database.objects()) {
    objectCount += 1;
    try {
      if (!value) throw new SaveError('value', 'it is no blob, or too big');
      const object = readAsaObject(value, names, header.version);
      const { className } = classes.count(object);
      const neighbours = () => readNeighbours(value, names, header.version);
      const structure = toStructure(key, object, className, { find: transforms.find, neighbours });
      if (structure) yield { kind: 'structure', structure };
      else if (object.playerDataId !== undefined) survivors.addBody(key, object, transforms);
    } catch (error) {
      failures.add(`object ${key.toString('hex')}`, error);
    }
  }
  return { objectCount, classes: classes.list() };
}
