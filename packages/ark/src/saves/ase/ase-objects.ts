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

/** Yields each head with the offset where its properties end: those of the next one begin there. */
export function* readObjects(
  source: ByteSource,
  { objectsOffset, propertiesOffset }: Pick<AseHeader, 'objectsOffset' | 'propertiesOffset'>,
  names: AseNames,
): Generator<{ object: AseObject; end: number }> {
  const reader = new SourceReader(source, 'list of objects');
  reader.moveTo(objectsOffset);
  let before: AseObject | undefined;
  for (let remaining = reader.count(minObjectBytes + names.minBytes); remaining > 0; remaining -= 1) {
    const object = readObject(reader, names, propertiesOffset);
    if (before) yield { object: before, end: endOf(before, object, source.size) };
    before = object;
  }
  if (before) yield { object: before, end: source.size };
}

function endOf(object: AseObject, next: AseObject, sourceSize: number): number {
  return next.propertiesAt > object.propertiesAt ? Math.min(next.propertiesAt, sourceSize) : sourceSize;
}

function readObject(reader: SourceReader, names: AseNames, propertiesOffset: number): AseObject {
  reader.skip(16);
  const className = names.text(reader);
  const isItem = reader.int32() !== 0;
  for (let count = reader.count(names.minBytes); count > 0; count -= 1) names.skip(reader);
  // Whether it is part of a data file, and of which.
  reader.skip(8);
  const hasCoordinates = reader.int32() !== 0;
  const x = hasCoordinates ? reader.float32() : 0;
  const y = hasCoordinates ? reader.float32() : 0;
  const z = hasCoordinates ? reader.float32() : 0;
  // Three angles.
  if (hasCoordinates) reader.skip(12);
  const propertiesAt = propertiesOffset + reader.uint32();
  reader.skip(4);
  return { className, isItem, hasCoordinates, x, y, z, propertiesAt };
}
