import { ByteReader } from '../byte-reader.ts';
import { latin1Text } from '../recent-texts.ts';
import { SaveError } from '../save-error.ts';
import type { SaveNames } from './save-header.ts';

/**
 * `evolved`: size, index and what the type is made of (Survival Evolved); `old`: the same with ids that nobody uses;
 * `new`: the whole type, size and flags (Unreal 5.5).
 */
export type PropertyLayout = 'evolved' | 'old' | 'new';

export const propertyFlag = { hasIndex: 0x01, hasGuid: 0x02, hasExtensions: 0x04, isTrue: 0x10 };
export const overridable = 0x02;
export const guidBytes = 16;
const maxPlainBytes = 4_096;

/** Iterates over properties. Values are parsed on demand, all others are skipped. */
export class PropertyWalker {
  readonly #reader: ByteReader;
  readonly #names: SaveNames;
  readonly #layout: PropertyLayout;
  name = '';
  type = '';
  /** What a struct or an array is made of. */
  innerType = '';
  index = 0;
  size = 0;
  isTrue = false;
  #valueAt = 0;
  #nextAt: number;

  /** Starts at the reader's position. */
  constructor(reader: ByteReader, names: SaveNames, layout: PropertyLayout) {
    this.#reader = reader;
    this.#names = names;
    this.#layout = layout;
    this.#nextAt = reader.at;
  }

  /** Returns false after the last one. */
  next(): boolean {
    const reader = this.#reader;
    reader.at = this.#nextAt;
    this.name = this.#names.read(reader);
    if (this.name === 'None') return false;
    this.type = this.#names.read(reader);
    this.innerType = '';
    if (this.#layout === 'new') this.#readTag(reader);
    else this.#readOldTag(reader);
    this.#valueAt = reader.skip(this.size);
    this.#nextAt = reader.at;
    return true;
  }

  /** Moves to a value that was found before. */
  moveTo(type: string, at: number, size: number, isTrue: boolean): void {
    this.type = type;
    this.#valueAt = at;
    this.size = size;
    this.isTrue = isTrue;
  }

  #readTag(reader: ByteReader): void {
    const names = this.#names;
    const minBytes = names.minBytes + 4;
    // What the type is made of, and what that is made of; every part says how many of its own follow.
    for (let remaining = reader.count(minBytes), isFirst = true; remaining > 0; remaining -= 1, isFirst = false) {
      if (isFirst) this.innerType = names.read(reader);
      else names.skip(reader);
      remaining += reader.count(minBytes);
    }
    this.size = reader.int32();
    const flags = reader.byte();
    this.index = flags & propertyFlag.hasIndex ? reader.int32() : 0;
    if (flags & propertyFlag.hasGuid) reader.skip(guidBytes);
    if (flags & propertyFlag.hasExtensions && reader.byte() & overridable) reader.skip(5);
    this.isTrue = (flags & propertyFlag.isTrue) !== 0;
  }

  #readOldTag(reader: ByteReader): void {
    const hasIds = this.#layout === 'old';
    this.size = reader.int32();
    this.index = reader.int32();
    switch (this.type) {
      case 'StructProperty':
        this.innerType = this.#names.read(reader);
        if (hasIds) reader.skip(guidBytes);
        break;
      case 'BoolProperty':
        this.isTrue = reader.byte() !== 0;
        break;
      case 'ArrayProperty':
      case 'SetProperty':
      case 'ByteProperty':
      case 'EnumProperty':
        this.innerType = this.#names.read(reader);
        break;
      case 'MapProperty':
        this.innerType = this.#names.read(reader);
        this.#names.skip(reader);
        break;
      default:
    }
    if (hasIds && reader.byte() !== 0) reader.skip(guidBytes);
  }

  /** Returns undefined for anything but a number. */
  number(): number | undefined {
    const { view } = this.#reader;
    const at = this.#valueAt;
    switch (this.type) {
      case 'IntProperty':
        return this.size === 4 ? view.getInt32(at, true) : undefined;
      case 'UInt32Property':
        return this.size === 4 ? view.getUint32(at, true) : undefined;
      case 'DoubleProperty':
        return this.size === 8 ? view.getFloat64(at, true) : undefined;
      case 'FloatProperty':
        return this.size === 4 ? view.getFloat32(at, true) : undefined;
      case 'UInt16Property':
        return this.size === 2 ? view.getUint16(at, true) : undefined;
      case 'UInt64Property':
        return this.size === 8 ? Number(view.getBigUint64(at, true)) : undefined;
      case 'Int64Property':
        return this.size === 8 ? Number(view.getBigInt64(at, true)) : undefined;
      default:
        return undefined;
    }
  }

  /** A 64-bit number, exact. */
  whole(): bigint | number | undefined {
    if (this.type === 'UInt64Property' && this.size === 8) return this.#reader.view.getBigUint64(this.#valueAt, true);
    return this.number();
  }

  text(): string | undefined {
    if (this.type !== 'StrProperty') return undefined;
    const at = this.#valueAt + 4;
    const { bytes, view } = this.#reader;
    // Most texts fill their value and have one byte a letter.
    const isPlain = this.size > 4 && this.size < maxPlainBytes && view.getInt32(at - 4, true) === this.size - 4;
    return isPlain ? latin1Text(bytes, at, at + this.size - 5) : this.inside((reader) => reader.string());
  }

  texts(): string[] {
    return this.#list('StrProperty', 4, (reader) => reader.string()) ?? [];
  }

  wholes(): (bigint | number)[] {
    const numbers =
      this.#list('UInt32Property', 4, (reader) => reader.uint32()) ??
      this.#list('IntProperty', 4, (reader) => reader.int32()) ??
      this.#list('UInt64Property', 8, (reader) => reader.uint64());
    return numbers ?? [];
  }

  /** The properties of a struct. */
  *struct(): Generator<PropertyWalker> {
    if (this.type !== 'StructProperty') return;
    const walker = new PropertyWalker(this.#valueReader(), this.#names, this.#layout);
    while (walker.next()) yield walker;
  }

  /** Reads within the bytes of the value. Returns undefined for a malformed one. */
  inside<Value>(read: (reader: ByteReader) => Value): Value | undefined {
    try {
      return read(this.#valueReader());
    } catch (error) {
      if (error instanceof SaveError) return undefined;
      throw error;
    }
  }

  #list<Value>(type: string, bytesEach: number, read: (reader: ByteReader) => Value): Value[] | undefined {
    if (this.type !== 'ArrayProperty' || this.innerType !== type) return undefined;
    return this.inside((reader) => Array.from({ length: reader.count(bytesEach) }, () => read(reader)));
  }

  #valueReader(): ByteReader {
    const { bytes, of, view } = this.#reader;
    return new ByteReader(bytes, of, this.#valueAt, this.#valueAt + this.size, view);
  }
}
