import type { FoundProperties } from '../found-properties.ts';
import { latin1Text } from '../recent-texts.ts';
import { words } from './ase-words.ts';
import type { AseValue, AseValues } from './property-walker.ts';

// Constants of the module are faster than members of an object.
const { None, BoolProperty, ByteProperty, Int8Property, Int16Property, UInt16Property, IntProperty } = words;
const { UInt32Property, Int64Property, UInt64Property, FloatProperty, DoubleProperty } = words;
const { StrProperty, StructProperty, ArrayProperty, UniqueNetIdRepl } = words;

/** The name of a property, its type, its size and its index. */
const tagBytes = 24;
const nameBytes = 8;
const maxStringBytes = 1024 * 1024;
const unknownId = -2;

/**
 * Finds the wanted properties of an object whose bytes are all in memory. Returns where they end; -1 if something about
 * them is unusual: the walker reads those, and says what is wrong.
 */
export function findQuickly(
  view: DataView,
  start: number,
  end: number,
  table: Int16Array,
  found: FoundProperties,
): number {
  found.clear();
  for (let at = start; at + nameBytes <= end;) {
    const name = wordAt(view, at, table);
    if (name === None) return at + nameBytes;
    if (name === unknownId || at + tagBytes > end) return -1;
    const type = wordAt(view, at + nameBytes, table);
    if (type === unknownId) return -1;
    const size = type === BoolProperty ? 1 : view.getInt32(at + 16, true);
    let valueAt = at + tagBytes;
    if (type === StructProperty || type === ArrayProperty || type === ByteProperty) {
      valueAt += nameBytes;
      if (valueAt > end || (type !== ByteProperty && wordAt(view, valueAt - nameBytes, table) === unknownId)) return -1;
    }
    if (size < 0 || valueAt + size > end) return -1;
    if (name > UniqueNetIdRepl && view.getInt32(at + 20, true) === 0) {
      // Only a body has an id of a player, which is a struct.
      if (type === StructProperty || size < (numberBytes[type] ?? 0)) return -1;
      if (type === StrProperty && !isText(view, valueAt, size)) return -1;
      if (!found.add(name, type, valueAt, size)) return -1;
    }
    at = valueAt + size;
  }
  return -1;
}

/** A number behind the id makes another name of it. */
function wordAt(view: DataView, at: number, table: Int16Array): number {
  const id = view.getInt32(at, true);
  if (id < 1 || id > table.length) return unknownId;
  return view.getInt32(at + 4, true) === 0 ? (table[id - 1] ?? -1) : -1;
}

/** Whether it ends within its value, and is not too long. */
function isText(view: DataView, at: number, size: number): boolean {
  if (size < 4) return false;
  const length = view.getInt32(at, true);
  const byteCount = length < 0 ? length * -2 : length;
  return byteCount <= size - 4 && byteCount <= maxStringBytes;
}

/** Parses what `findQuickly` found. */
export function parseFound(found: FoundProperties, bytes: Buffer, view: DataView, values: AseValues): void {
  for (let index = 0; index < found.count; index += 1)
    values[found.names[index] ?? 0] = valueOf(found, index, bytes, view);
}

function valueOf(found: FoundProperties, index: number, bytes: Buffer, view: DataView): AseValue | undefined {
  const type = found.types[index] ?? 0;
  const start = found.starts[index] ?? 0;
  return type === StrProperty ? textAt(bytes, view, start) : numberAt(view, start, type, found.sizes[index] ?? 0);
}

/** Positive length: one byte a letter; negative: UTF-16; both count the NUL at the end. */
function textAt(bytes: Buffer, view: DataView, at: number): string {
  const length = view.getInt32(at, true);
  if (length === 0) return '';
  if (length < 0) return bytes.toString('utf16le', at + 4, at + 2 - length * 2);
  return latin1Text(bytes, at + 4, at + 3 + length);
}

const numberBytes = new Uint8Array(UniqueNetIdRepl + 1);
for (const type of [BoolProperty, ByteProperty, Int8Property]) numberBytes[type] = 1;
for (const type of [Int16Property, UInt16Property]) numberBytes[type] = 2;
for (const type of [IntProperty, UInt32Property, FloatProperty]) numberBytes[type] = 4;
for (const type of [Int64Property, UInt64Property, DoubleProperty]) numberBytes[type] = 8;

/** Undefined for what is not a number. */
function numberAt(view: DataView, at: number, type: number, size: number) {
  switch (type) {
    case IntProperty:
      return view.getInt32(at, true);
    case FloatProperty:
      return finite(view.getFloat32(at, true));
    case BoolProperty:
      return view.getUint8(at) !== 0;
    case UInt32Property:
      return view.getUint32(at, true);
    case DoubleProperty:
      return finite(view.getFloat64(at, true));
    case UInt64Property:
    case Int64Property:
      return view.getBigUint64(at, true);
    case Int16Property:
      return view.getInt16(at, true);
    case UInt16Property:
      return view.getUint16(at, true);
    case Int8Property:
      return view.getUint8(at);
    case ByteProperty:
      // A longer one is the name of an enum value.
      return size === 1 ? view.getUint8(at) : undefined;
    default:
      return undefined;
  }
}

function finite(value: number): number | undefined {
  return Number.isFinite(value) ? value : undefined;
}
