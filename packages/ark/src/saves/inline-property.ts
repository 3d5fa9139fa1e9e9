import { PropertyWalker, type PropertyLayout } from './asa/property-walker.ts';
import { inlineNames, skipString } from './asa/save-header.ts';
import { ByteReader } from './byte-reader.ts';
import { SaveError } from './save-error.ts';

const maxAttempts = 64;

/**
 * Finds the first property of this name that `read` can parse. Profiles contain names as text, so they can be searched:
 * that still works if a game update changed the structure around them.
 */
export function findProperty<Value>(
  bytes: Buffer,
  name: string,
  read: (property: PropertyWalker, layout: PropertyLayout) => Value | undefined,
  isEvolved = isEvolvedArchive(bytes),
): Value | undefined {
  const needle = inlineString(name);
  let at = bytes.indexOf(needle);
  for (let attempts = 0; at >= 0 && attempts < maxAttempts; attempts += 1) {
    const value = attempt(() => openProperty(bytes, at, isEvolved ? 'evolved' : layoutAt(bytes, at), read));
    if (value !== undefined) return value;
    at = bytes.indexOf(needle, at + 1);
  }
  return undefined;
}

function inlineString(text: string): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32LE(text.length + 1);
  return Buffer.concat([length, Buffer.from(`${text}\0`, 'latin1')]);
}

function attempt<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof SaveError) return undefined;
    throw error;
  }
}

function openProperty<Value>(
  bytes: Buffer,
  at: number,
  layout: PropertyLayout,
  read: (property: PropertyWalker, layout: PropertyLayout) => Value,
): Value {
  const property = new PropertyWalker(new ByteReader(bytes, 'profile', at), inlineNames, layout);
  property.next();
  return read(property, layout);
}

function isEvolvedArchive(bytes: Buffer): boolean {
  return bytes.length >= 4 && bytes.readInt32LE(0) === 1;
}

function layoutAt(bytes: Buffer, at: number): PropertyLayout {
  const reader = new ByteReader(bytes, 'profile', at);
  skipString(reader);
  skipString(reader);
  // The number of type parts is 0 or 1, while a size would be at least 4.
  return reader.int32() <= 2 ? 'new' : 'old';
}
