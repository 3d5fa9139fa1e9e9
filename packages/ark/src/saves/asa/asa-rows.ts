import { createArchiveReading } from '../archive-reading.ts';
import type { KnownObjects } from '../known-objects.ts';
import { createFailures, type Failures } from '../save-error.ts';
import type { SavedRow, SaveReport } from '../save-rows.ts';
import { readActorTransforms } from './actor-transforms.ts';
import { readAsaProfile, readAsaTribe } from './asa-archive.ts';
import { createObjectReading } from './object-reading.ts';
import type { SaveDatabase } from './save-database.ts';
import type { SaveHeader } from './save-header.ts';
import { createSurvivors, type Survivors } from './saved-survivors.ts';
import { readTribeStore } from './tribe-store.ts';

const objectsPerSign = 256;

/** Tribes first, then structures in sequence, then survivors, whose bodies are among the objects. */
export function* readAsaRows(
  database: SaveDatabase,
  header: SaveHeader,
  known?: KnownObjects,
): Generator<SavedRow | undefined, SaveReport> {
  const failures = createFailures();
  const survivors = createSurvivors();
  const archives = yield* readStore(database, survivors, failures);
  const parts = (['ActorTransforms', 'ActorTransformsDelta'] as const).map((key) => database.custom(key));
  const transforms = readActorTransforms(parts.filter((part) => part !== undefined));
  const objects = createObjectReading(header, { transforms, survivors, failures, known });
  for (const found of database.objects()) {
    const row = objects.read(found);
    if (row) yield row;
    // Reports progress also over many objects without a row.
    else if (objects.count() % objectsPerSign === 0) yield undefined;
  }
  for (const survivor of survivors.all()) yield { kind: 'survivor', survivor };
  return { ...objects.report(), failureCount: failures.count(), failures: failures.first, archives };
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
