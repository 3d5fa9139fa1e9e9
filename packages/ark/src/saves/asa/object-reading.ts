import { ByteHash } from '../byte-hash.ts';
import { ByteReader } from '../byte-reader.ts';
import { createGroundGrid } from '../ground/ground-grid.ts';
import type { KnownObjects } from '../known-objects.ts';
import { type Failures, SaveError } from '../save-error.ts';
import type { Coordinates, SavedRow } from '../save-rows.ts';
import type { ActorTransforms } from './actor-transforms.ts';
import { type AsaObject, newLayoutVersion, readAsaObject, readNeighbours } from './asa-object.ts';
import { type ClassEntry, createClassTally } from './class-tally.ts';
import type { ObjectRow } from './object-row.ts';
import { QuickObjects, quickWords } from './quick-objects.ts';
import { type SaveHeader, tableNames } from './save-header.ts';
import { toStructure } from './saved-structure.ts';
import type { Survivors } from './saved-survivors.ts';

type Context = {
  transforms: ActorTransforms;
  survivors: Survivors;
  failures: Failures;
  known: KnownObjects | undefined;
};

const noBytes = Buffer.alloc(0);

/** Reads objects one by one, and counts what they are. */
export function createObjectReading(header: SaveHeader, { transforms, survivors, failures, known }: Context) {
  const { version } = header;
  const names = tableNames(header.names);
  const classes = createClassTally();
  const ground = createGroundGrid();
  const quick = version >= newLayoutVersion ? new QuickObjects(header.names, names) : undefined;
  const classesById = new Map<number, ClassEntry>();
  const hash = new ByteHash();
  let objectCount = 0;
  let hasUnknownCoordinates = false;

  const classOf = (row: ObjectRow, { classId, classInstance }: QuickObjects): ClassEntry => {
    const entry = classInstance === 0 ? classesById.get(classId) : undefined;
    if (entry) return entry;
    const added = classes.entry(names.read(new ByteReader(row.value ?? noBytes, 'object')));
    if (classInstance === 0) classesById.set(classId, added);
    return added;
  };
  /** Hashes what the row of a structure is made of. */
  const hashContent = (row: ObjectRow, found: QuickObjects, { low, high }: ClassEntry, place: Coordinates) => {
    const [seedLow, seedHigh] = known?.seed ?? [0, 0];
    hash.start(seedLow ^ low, seedHigh ^ high);
    hash.bytes(row.keyView, row.keyStart, row.keyEnd);
    hash.number(place.x);
    hash.number(place.y);
    hash.number(place.z);
    found.hash(hash, row);
    hash.finish();
  };
  const placeOf = (row: ObjectRow) => transforms.findAt(row.keyView, row.keyStart, row.keyEnd);
  const toRow = (row: ObjectRow, object: AsaObject, entry: ClassEntry, place: Coordinates | undefined) => {
    classes.count(entry, object);
    const { className } = entry.found;
    const neighbours = () => {
      hasUnknownCoordinates = true;
      return readNeighbours(row.value ?? noBytes, names, version);
    };
    const own = () => place ?? placeOf(row);
    const structure = toStructure(row, object, className, { own, find: transforms.find, neighbours });
    ground.add({ className, isCreature: object.isCreature, team: object.team }, own);
    if (!structure && object.playerDataId !== undefined) survivors.addBody(row.key, object, transforms);
    return structure;
  };
  const readQuick = (row: ObjectRow, found: QuickObjects): SavedRow | undefined => {
    const entry = classOf(row, found);
    const place = known && found.has(quickWords.structureId) ? placeOf(row) : undefined;
    if (place) hashContent(row, found, entry, place);
    if (place && entry.found.kind !== 'other' && known?.reuse(hash.low, hash.high)) {
      entry.found.count += 1;
      ground.addOwned(entry.found.className, found.has(quickWords.dinoId), place);
      return undefined;
    }
    const structure = toRow(row, found.read(row), entry, place);
    if (!structure) return undefined;
    return { kind: 'structure', structure, ...(place && { content: { low: hash.low, high: hash.high } }) };
  };
  const readRow = (row: ObjectRow): SavedRow | undefined => {
    if (!row.hasValue) throw new SaveError('value', 'it is no blob, or too big');
    if (quick?.find(row)) return readQuick(row, quick);
    const object = readAsaObject(row.value ?? noBytes, names, version);
    const structure = toRow(row, object, classes.entry(object.classPath), undefined);
    return structure && { kind: 'structure', structure };
  };
  const fail = (error: unknown, { key }: ObjectRow): SavedRow => {
    failures.add(`object ${key.toString('hex')}`, error);
    return { kind: 'unreadable', of: 'object', ...(key.length > 0 && { id: key.toString('hex') }) };
  };
  return {
    count: () => objectCount,
    read(row: ObjectRow): SavedRow | undefined {
      objectCount += 1;
      let saved: SavedRow | undefined;
      try {
        saved = readRow(row);
      } catch (error) {
        saved = fail(error, row);
      }
      if (hasUnknownCoordinates && !transforms.hasAny)
        throw new SaveError('ActorTransforms', 'it is missing or empty, so no structure has coordinates');
      return saved;
    },
    report: () => ({ objectCount, classes: classes.list(), ground: ground.list() }),
  };
}
