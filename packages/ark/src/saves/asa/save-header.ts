import { ByteReader } from '../byte-reader.ts';

/** The head of an Ascended world. Names are numbers in its objects; this is what they mean. */
export type SaveHeader = { version: number; gameTime: number; map: string | undefined; names: Map<number, string> };

const oldestVersion = 5;
const newestVersion = 14;
/** From here on the numbers of the engine's formats stand behind the version. */
const engineVersion = 14;
const extraNumberVersion = 12;
const minPartBytes = 8;
const minNameBytes = 8;
/** A world has some thousand. */
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
  for (let left = count; left > 0; left -= 1) names.set(reader.int32(), reader.string());
  return names;
}
