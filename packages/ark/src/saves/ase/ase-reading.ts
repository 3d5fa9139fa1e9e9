import { createFailures, type Failures } from '../failures.ts';
import type { ByteSource } from '../byte-source.ts';
import { SaveError } from '../save-error.ts';
import type { SavedClass, SavedRow, SaveReport } from '../save-rows.ts';
import { readAseProfile, readAseTribe } from './ase-archive.ts';
import type { AseHeader } from './ase-header.ts';
import type { AseNames } from './ase-names.ts';
import { toStructure, toSurvivor } from './ase-object-rows.ts';
import { readObjects } from './ase-objects.ts';
import { createPropertyReading } from './ase-properties.ts';
import { openAseStore, type StoredArchives } from './ase-store.ts';
import { createAseSurvivors } from './ase-survivors.ts';
import { createClassCount, kindOf } from './class-count.ts';
import { createUniqueIds } from './unique-ids.ts';

type Survivors = ReturnType<typeof createAseSurvivors>;
type Reading = { objectCount: number; classes: SavedClass[] };

/** Tribes first, then structures as they come, then survivors, whose bodies stand among the objects. */
export function* readAseRows(source: ByteSource, header: AseHeader, names: AseNames): Generator<SavedRow, SaveReport> {
  const failures = createFailures();
  const survivors = createAseSurvivors();
  const store = failures.attempt('the store', () => openAseStore(source, header));
  for (const tribe of readArchives(store?.tribes, readAseTribe, failures)) yield { kind: 'tribe', tribe };
  const profiles = failures.attempt('the store', () => store?.openProfiles());
  for (const profile of readArchives(profiles, readAseProfile, failures)) survivors.addProfile(profile);
  const { objectCount, classes } = yield* readWorld(source, header, names, survivors, failures);
  for (const survivor of survivors.all()) yield { kind: 'survivor', survivor };
  return { objectCount, failureCount: failures.count(), failures: failures.first, classes };
}

function* readArchives<Row>(
  archives: StoredArchives | undefined,
  read: (bytes: Buffer) => Row,
  failures: Failures,
): Generator<Row> {
  for (let index = 0; index < (archives?.count ?? 0); index += 1) {
    const bytes = failures.attempt('the store', () => archives?.read(index));
    // An empty one was taken away.
    if (!bytes || bytes.length === 0) continue;
    const row = failures.attempt(`the store, archive ${index + 1}`, () => read(bytes));
    if (row) yield row;
  }
}

/** Heads and properties are read through a window each; of an object nothing is kept but its row. */
function* readWorld(
  source: ByteSource,
  header: AseHeader,
  names: AseNames,
  survivors: Survivors,
  failures: Failures,
): Generator<SavedRow, Reading> {
  const classes = createClassCount();
  const ids = createUniqueIds();
  const properties = createPropertyReading(source, names);
  let objectCount = 0;
  for (const { object, end } of readObjects(source, header, names)) {
    const entry = classes.entry(object.className);
    entry.count += 1;
    objectCount += 1;
    try {
      const values = properties.read(object, end);
      if (entry.kind === 'other') entry.kind = kindOf(object, values);
      const structure = toStructure(object, entry.className, values);
      const body = structure ? undefined : toSurvivor(object, values);
      if (structure) yield { kind: 'structure', structure: ids.settle(structure) };
      if (body) survivors.addBody(body);
    } catch (error) {
      failures.add(`object ${objectCount} (${entry.className})`, error);
    }
    if (properties.isOverrun()) throw new SaveError(`object ${objectCount}`, 'objects share their properties');
  }
  return { objectCount, classes: classes.list() };
}
