import { SaveError } from '../save-error.ts';
import { cleanText } from '../saved-values.ts';
import type { SourceReader } from './source-reader.ts';

export type AseHeader = {
  version: number;
  gameTime: number;
  map: string | undefined;
  /** Where the four stored blocks begin; none before version 11. */
  storedBlocks: number[];
  /** From version 7 on. */
  hibernationOffset: number;
  /** From version 6 on. */
  nameTableOffset: number;
  propertiesOffset: number;
  /** Where the number of objects stands. */
  objectsOffset: number;
};

const aseVersions = { first: 5, last: 12 } as const;
const maxMapName = 64;
const storedBlockCount = 4;

export function readAseHeader(reader: SourceReader): AseHeader {
  const version = reader.int16();
  if (version < aseVersions.first || version > aseVersions.last)
    throw new SaveError(
      'byte 0',
      `version ${version} of a save is not known, only ${aseVersions.first} to ${aseVersions.last}`,
    );
  const storedBlocks = version > 10 ? readStoredBlocks(reader) : [];
  const hibernationOffset = version > 6 ? reader.uint32() : 0;
  // A 0.
  if (version > 6) reader.skip(4);
  const nameTableOffset = version > 5 ? reader.uint32() : 0;
  const propertiesOffset = version > 5 ? reader.uint32() : 0;
  const gameTime = reader.float32();
  if (!Number.isFinite(gameTime)) reader.fail('the time of the game is not a number', reader.at - 4);
  // How often the world was saved.
  if (version > 8) reader.skip(4);
  const map = readDataFiles(reader);
  skipEmbeddedData(reader);
  skipDataFileObjects(reader);
  const offsets = { storedBlocks, hibernationOffset, nameTableOffset, propertiesOffset, objectsOffset: reader.at };
  return { version, gameTime, map, ...offsets };
}

/** Where each begins; its size is not needed. */
function readStoredBlocks(reader: SourceReader): number[] {
  return Array.from({ length: storedBlockCount }, () => {
    const offset = Number(reader.uint64());
    reader.skip(8);
    return offset;
  });
}

/** The first data file is the map. */
function readDataFiles(reader: SourceReader): string | undefined {
  const count = reader.count(4);
  const map = count > 0 ? reader.string() : undefined;
  for (let index = 1; index < count; index += 1) reader.skipString();
  return cleanText(map, maxMapName);
}

/** Pictures and the like: a path, parts, and blobs of 32-bit values in each. */
function skipEmbeddedData(reader: SourceReader): void {
  for (let entries = reader.count(8); entries > 0; entries -= 1) {
    reader.skipString();
    for (let parts = reader.count(4); parts > 0; parts -= 1)
      for (let blobs = reader.count(4); blobs > 0; blobs -= 1) reader.skip(reader.count(4) * 4);
  }
}

function skipDataFileObjects(reader: SourceReader): void {
  for (let entries = reader.count(8); entries > 0; entries -= 1) {
    reader.skip(4);
    for (let names = reader.count(4); names > 0; names -= 1) reader.skipString();
  }
}
