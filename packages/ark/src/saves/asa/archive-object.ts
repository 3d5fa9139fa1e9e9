import { ByteReader } from '../byte-reader.ts';
import { PropertyWalker } from './property-walker.ts';
import { inlineNames, skipString } from './save-header.ts';

const oldestVersion = 5;
const newestVersion = 7;
const newLayoutVersion = 7;
const minObjectBytes = 16 + 8 * 4;
const coordinatesBytes = 6 * 8;
/** The main object comes first; buffs and the like follow. */
const maxObjects = 8;

/** Survival Evolved never reached this version. */
export function isAsaArchive(bytes: Buffer): boolean {
  return bytes.length >= 4 && bytes.readInt32LE(0) >= oldestVersion;
}

/** The struct of this name in an archive of Survival Ascended: in `.arkprofile` and `.arktribe` files and in the store. */
export function findArchiveStruct(bytes: Buffer, of: string, name: string): PropertyWalker {
  const reader = new ByteReader(bytes, of);
  const version = reader.int32();
  if (version < oldestVersion || version > newestVersion)
    reader.fail(`version ${version} is not known, only ${oldestVersion} to ${newestVersion} are`, 0);
  const isNew = version >= newLayoutVersion;
  if (isNew) reader.skip(8);
  const count = reader.count(minObjectBytes);
  const offsets = Array.from({ length: Math.min(count, maxObjects) }, () => readOffset(reader));
  for (const offset of offsets) {
    const struct = findStruct(new ByteReader(bytes, of, offset), isNew, name);
    if (struct) return struct;
  }
  return reader.fail(`it has no ${name}`, 0);
}

/** Where the properties of an object begin. */
function readOffset(reader: ByteReader): number {
  reader.skip(16);
  skipString(reader);
  reader.skip(4);
  for (let remaining = reader.count(4); remaining > 0; remaining -= 1) skipString(reader);
  reader.skip(8);
  if (reader.int32() !== 0) reader.skip(coordinatesBytes);
  const at = reader.at;
  const offset = reader.int32();
  if (offset < at || offset > reader.end) reader.fail(`properties cannot begin at byte ${offset}`, at);
  reader.skip(4);
  return offset;
}

function findStruct(reader: ByteReader, isNew: boolean, name: string): PropertyWalker | undefined {
  if (reader.at === reader.end) return undefined;
  if (isNew && reader.bytes[reader.at] === 0) reader.skip(1);
  const property = new PropertyWalker(reader, inlineNames, isNew ? 'new' : 'old');
  while (property.next()) if (property.name === name && property.type === 'StructProperty') return property;
  return undefined;
}
