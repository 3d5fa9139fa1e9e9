import { ByteReader } from '../byte-reader.ts';

/** The head of an Ascended world. Names are numbers in its objects; this is what they mean. */
export type SaveHeader = { version: number; gameTime: number; map: string | undefined; names: Map<number, string> };

const oldestVersion = 5;
const newestVersion = 14;
/** From here on, engine format numbers follow the version. */
const engineVersion = 14;
const extraNumberVersion = 12;
const minPartBytes = 8;
const minNameBytes = 8;
/** A world has a few thousand. */
const maxNames = 500_000;

export function readSaveHeader(bytes: Buffer): SaveHeader {
  const reader = new ByteReader(bytes, 'SaveHeader');
  const version = reader.int16();
  if (version < oldestVersion || version > newestVersion)
    reader.fail(`version ${version} of the save is not known, only ${oldestVersion} to ${newestVersion} are`, 0);
  if (version >= engineVersion) reader.skip(8);
  const namesAt = reader.int32();
  const gameTime = reader.float64();
  if (!(Math.abs(gameTime) <= 1e12)) reader.fail(`the time of the game cannot be ${gameTime}`, reader.at - 8);
  if (version >= extraNumberVersion) reader.skip(4);
  // The parts are the levels of the map; its own name is the first.
  const map = reader.count(minPartBytes) > 0 ? reader.string() : '';
  if (namesAt < reader.at || namesAt > reader.end) reader.fail(`names cannot begin at byte ${namesAt}`);
  reader.at = namesAt;
  return { version, gameTime, map: map === '' ? undefined : map, names: readNames(reader) };
}

function readNames(reader: ByteReader): Map<number, string> {
  const names = new Map<number, string>();
  const count = reader.count(minNameBytes);
  if (count > maxNames) reader.fail(`${count} names are too many`, reader.at - 4);
  for (let remaining = count; remaining > 0; remaining -= 1) names.set(reader.int32(), reader.string());
  return names;
}

/** How names are stored: as a number in the save's name table, or as text. */
export type SaveNames = { read(reader: ByteReader): string; skip(reader: ByteReader): void; minBytes: number };

export function tableNames(table: Map<number, string>): SaveNames {
  return {
    read(reader) {
      const id = reader.int32();
      const instance = reader.int32();
      // Names of mods may be missing; properties with such a name are skipped by their size.
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
