import { ByteReader } from '../byte-reader.ts';

/** The archives of tribes and players that a world contains with `-usestore`. */
export type TribeStore = { tribes: Buffer[]; profiles: Buffer[] };

const entryBytes = 16;
const oldestArchive = 5;
/** Far beyond the newest known version: a newer one must be reported, not misread. */
const maxArchive = 32;

/** Without `-usestore` there is something else here, or nothing: a missing store is not an error. */
export function readTribeStore(bytes: Buffer | undefined): TribeStore {
  if (!bytes || !isStore(bytes)) return { tribes: [], profiles: [] };
  const reader = new ByteReader(bytes, 'GameModeCustomBytes', 4);
  return { tribes: readBlock(reader), profiles: readBlock(reader) };
}

/** A flag, and where there are tribes the first of them begins with the version of its archive. */
function isStore(bytes: Buffer): boolean {
  if (bytes.length < 12 || bytes.readInt32LE(0) !== 1) return false;
  const tribeCount = bytes.readInt32LE(8);
  if (tribeCount === 0) return true;
  const version = bytes.length >= 16 ? bytes.readInt32LE(12) : 0;
  return version >= oldestArchive && version < maxArchive;
}

/** The size of the data, the number of entries, the data, and for each entry: its number, where it begins, its size. */
function readBlock(reader: ByteReader): Buffer[] {
  const size = reader.int32();
  const countAt = reader.at;
  const count = reader.int32();
  const dataAt = reader.skip(size);
  if (count < 0 || count * entryBytes > reader.end - reader.at)
    reader.fail(`there cannot be ${count} entries here`, countAt);
  const archives: Buffer[] = [];
  let total = 0;
  for (let remaining = count; remaining > 0; remaining -= 1) {
    reader.skip(8);
    const entryAt = reader.at;
    const begin = reader.int32();
    const length = reader.int32();
    total += length;
    // Overlapping entries would be read again and again.
    if (begin < 0 || length < 0 || begin + length > size || total > size)
      reader.fail(`an entry of ${length} bytes cannot begin at ${begin}`, entryAt);
    // An empty archive was removed.
    if (length > 0) archives.push(reader.bytes.subarray(dataAt + begin, dataAt + begin + length));
  }
  return archives;
}
