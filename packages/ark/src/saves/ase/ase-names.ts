import type { SourceReader } from './source-reader.ts';

const maxNames = 2_000_000;
const maxTableBytes = 128 * 1024 * 1024;

/** Names are ids in a table, or text where they stand (version 5, profiles and tribes). */
export type AseNames = {
  /** The index of this name in `wanted`; -1 for any other. */
  find(reader: SourceReader): number;
  text(reader: SourceReader): string;
  skip(reader: SourceReader): void;
  /** What one takes at least. */
  minBytes: number;
  /** The indexes of all names in a table, by their ids from 1 on. */
  table?: Int16Array;
};

/** The game's names are case-insensitive: `TribeID` and `TribeId` are one. */
function createFinder(wanted: readonly string[]): (name: string) => number {
  const indexes = new Map(wanted.map((name, index) => [name.toLowerCase(), index]));
  return (name) => indexes.get(name.toLowerCase()) ?? -1;
}

export function inlineNames(wanted: readonly string[]): AseNames {
  const find = createFinder(wanted);
  return {
    find: (reader) => find(reader.string()),
    text: (reader) => reader.string(),
    skip: (reader) => reader.skipString(),
    minBytes: 4,
  };
}

/** The table's ids begin at 1. A number behind an id other than 0 makes another name of it: `Foo_4` is Foo with 5. */
export function tableNames(table: readonly string[], wanted: readonly string[]): AseNames {
  const indexes = Int16Array.from(table, createFinder(wanted));
  const readId = (reader: SourceReader) => {
    const id = reader.int32();
    if (id < 1 || id > table.length) reader.fail(`there is no name ${id}`, reader.at - 4);
    return id - 1;
  };
  return {
    find(reader) {
      const index = indexes[readId(reader)] ?? -1;
      return reader.int32() === 0 ? index : -1;
    },
    text(reader) {
      const name = table[readId(reader)] ?? '';
      const instance = reader.int32();
      return instance === 0 ? name : `${name}_${instance - 1}`;
    },
    skip: (reader) => reader.skip(8),
    minBytes: 8,
    table: indexes,
  };
}

export function readNameTable(reader: SourceReader, offset: number): string[] {
  reader.moveTo(offset);
  const count = reader.count(4);
  if (count > maxNames) reader.fail(`a table of ${count} names is too long`, offset);
  const names: string[] = [];
  for (let index = 0; index < count; index += 1) {
    names.push(reader.string());
    if (reader.at - offset > maxTableBytes) reader.fail('the table of names is too long');
  }
  return names;
}
