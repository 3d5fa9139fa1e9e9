import type { AseNames } from './ase-names.ts';
import { words } from './ase-words.ts';
import type { SourceReader } from './source-reader.ts';

export type AseValue = number | bigint | string | boolean;
/** The wanted properties of one object, by word. */
export type AseValues = (AseValue | undefined)[];

/** Iterates over properties: name, type, size, index, for some types one more name, and the value. */
export class PropertyWalker {
  readonly reader: SourceReader;
  readonly #names: AseNames;
  /** A number of `words`, or -1. */
  name = -1;
  type = -1;
  /** What a struct or an array is made of. */
  innerType = -1;
  index = 0;
  #valueAt = 0;
  #valueEnd: number;

  /** Starts at the reader's position. */
  constructor(reader: SourceReader, names: AseNames) {
    this.reader = reader;
    this.#names = names;
    this.#valueEnd = reader.at;
  }

  /** Returns false after the last one. */
  next(): boolean {
    const { reader } = this;
    reader.at = this.#valueEnd;
    this.name = this.#names.find(reader);
    if (this.name === words.None) return false;
    this.type = this.#names.find(reader);
    const size = reader.int32();
    this.index = reader.int32();
    if (this.type === words.StructProperty || this.type === words.ArrayProperty)
      this.innerType = this.#names.find(reader);
    else if (this.type === words.ByteProperty) this.#names.skip(reader);
    this.#valueAt = reader.at;
    // The size of a boolean is stored as 0.
    reader.skip(this.type === words.BoolProperty ? 1 : size);
    this.#valueEnd = reader.at;
    return true;
  }

  /** A plain value; undefined for all others. */
  value(): AseValue | undefined {
    if (this.type === words.StructProperty && this.innerType !== words.UniqueNetIdRepl) return undefined;
    // A longer one is the name of an enum value.
    if (this.type === words.ByteProperty && this.#valueEnd - this.#valueAt !== 1) return undefined;
    return this.#inside((reader) => readPlain(reader, this.type));
  }

  /** The plain values of an array; none of others. */
  plainList(): AseValue[] {
    const bytesEach = bytesOf(this.innerType);
    if (bytesEach === undefined) return [];
    return this.#inside((reader) =>
      Array.from({ length: reader.count(bytesEach) }, () => readPlain(reader, this.innerType) ?? 0),
    );
  }

  /** The properties of a struct. */
  walk(visit: (property: PropertyWalker) => void): void {
    this.#inside((reader) => {
      const walker = new PropertyWalker(reader, this.#names);
      while (walker.next()) visit(walker);
    });
  }

  /** Reads within the bytes of the value. */
  #inside<Result>(read: (reader: SourceReader) => Result): Result {
    const { reader } = this;
    const { end } = reader;
    reader.at = this.#valueAt;
    reader.end = this.#valueEnd;
    try {
      return read(reader);
    } finally {
      reader.end = end;
    }
  }
}

function readPlain(reader: SourceReader, type: number): AseValue | undefined {
  switch (type) {
    case words.IntProperty:
      return reader.int32();
    case words.UInt32Property:
      return reader.uint32();
    case words.FloatProperty:
      return finite(reader.float32());
    case words.DoubleProperty:
      return finite(reader.float64());
    case words.StrProperty:
      return reader.string();
    case words.BoolProperty:
      return reader.byte() !== 0;
    case words.UInt64Property:
    case words.Int64Property:
      return reader.uint64();
    case words.Int16Property:
      return reader.int16();
    case words.UInt16Property:
      return reader.int16() & 0xffff;
    case words.Int8Property:
    case words.ByteProperty:
      return reader.byte();
    case words.StructProperty:
      return readPlayerId(reader);
    default:
      return undefined;
  }
}

/** Minimum size of an array element, by type. */
function bytesOf(type: number): number | undefined {
  if (type === words.UInt64Property || type === words.Int64Property) return 8;
  return type === words.IntProperty || type === words.UInt32Property || type === words.StrProperty ? 4 : undefined;
}

function finite(value: number): number | undefined {
  return Number.isFinite(value) ? value : undefined;
}

/** A number, then the id as text. */
function readPlayerId(reader: SourceReader): string {
  reader.skip(4);
  return reader.string();
}
