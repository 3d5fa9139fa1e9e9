import type { ByteReader } from '../byte-reader.ts';

/** How names stand in the bytes: as a number for one in the table of the save, or as text. */
export type SaveNames = { read(reader: ByteReader): string; skip(reader: ByteReader): void; minBytes: number };

export function tableNames(table: Map<number, string>): SaveNames {
  return {
    read(reader) {
      const id = reader.int32();
      const instance = reader.int32();
      // Mods may leave names out; what has such a name is passed over by its size.
      const name = table.get(id) ?? `#${(id >>> 0).toString(16)}`;
      return instance === 0 ? name : `${name}_${instance - 1}`;
    },
    skip: (reader) => void reader.skip(8),
    minBytes: 8,
  };
}

export const inlineNames: SaveNames = {
  read: (reader) => reader.string(),
  skip: skipString,
  minBytes: 4,
};

export function skipString(reader: ByteReader): void {
  const length = reader.int32();
  reader.skip(length < 0 ? length * -2 : length);
}
