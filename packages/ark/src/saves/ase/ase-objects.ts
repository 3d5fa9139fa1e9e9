import type { ByteSource } from '../byte-reader.ts';
import type { AseHeader } from './ase-header.ts';
import type { AseNames } from './ase-names.ts';
import { SourceReader } from './source-reader.ts';

/** The head of one object. Its properties are stored elsewhere. */
export type AseObject = {
  className: string;
  isItem: boolean;
  hasCoordinates: boolean;
  x: number;
  y: number;
  z: number;
  /** From the beginning of the file. */
  propertiesAt: number;
};

/** 16 bytes of an id and 7 numbers, without the name of its class. */
const minObjectBytes = 16 + 7 * 4;

/**
 * Yields each head with the offset where its properties end: those of the next one begin there. A head is valid until the
 * next one.
 */
export function* readObjects(
  source: ByteSource,
  { objectsOffset, propertiesOffset }: Pick<AseHeader, 'objectsOffset' | 'propertiesOffset'>,
  names: AseNames,
): Generator<{ object: AseObject; end: number }> {
  const reader = new SourceReader(source, 'list of objects');
  reader.moveTo(objectsOffset);
  const found = { object: emptyObject(), end: source.size };
  let next = emptyObject();
  const count = reader.count(minObjectBytes + names.minBytes);
  for (let index = 0; index < count; index += 1) {
    readObject(reader, names, propertiesOffset, next);
    if (index > 0) {
      found.end = endOf(found.object, next, source.size);
      yield found;
    }
    [found.object, next] = [next, found.object];
  }
  found.end = source.size;
  if (count > 0) yield found;
}

function emptyObject(): AseObject {
  return { className: '', isItem: false, hasCoordinates: false, x: 0, y: 0, z: 0, propertiesAt: 0 };
}

function endOf(object: AseObject, next: AseObject, sourceSize: number): number {
  return next.propertiesAt > object.propertiesAt ? Math.min(next.propertiesAt, sourceSize) : sourceSize;
}

function readObject(reader: SourceReader, names: AseNames, propertiesOffset: number, object: AseObject): void {
  reader.skip(16);
  object.className = names.text(reader);
  object.isItem = reader.int32() !== 0;
  for (let count = reader.count(names.minBytes); count > 0; count -= 1) names.skip(reader);
  // Whether it is part of a data file, and of which.
  reader.skip(8);
  object.hasCoordinates = reader.int32() !== 0;
  object.x = object.hasCoordinates ? reader.float32() : 0;
  object.y = object.hasCoordinates ? reader.float32() : 0;
  object.z = object.hasCoordinates ? reader.float32() : 0;
  // Three angles.
  if (object.hasCoordinates) reader.skip(12);
  object.propertiesAt = propertiesOffset + reader.uint32();
  reader.skip(4);
}
