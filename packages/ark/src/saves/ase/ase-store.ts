import type { ByteSource } from '../byte-reader.ts';
import type { AseHeader } from './ase-header.ts';
import { SourceReader } from './source-reader.ts';

/** The archives of tribes and players that a world contains with `-usestore`. */
type AseStore = { tribes: StoredArchives; openProfiles(): StoredArchives };
export type StoredArchives = { count: number; read(index: number): Buffer };

/** One piece of fragmented data. */
type Chunk = { at: number; size: number };

const storeMark = -1;
const storeVersion = 2;
const chunkBytes = 28;
const entryBytes = 24;
const maxChunks = 1000;
const maxArchives = 200_000;
const maxArchiveBytes = 16 * 1024 * 1024;

/** Since version 11. Without `-usestore` both are empty, or something else is here: a missing store is not an error. */
export function openAseStore(source: ByteSource, header: AseHeader): AseStore | undefined {
  if (header.storedBlocks.length === 0) return undefined;
  const reader = new SourceReader(source, 'store');
  reader.moveTo(header.hibernationOffset);
  if (!isStore(reader)) return undefined;
  const tribes = openArchives(reader, header);
  return {
    tribes,
    openProfiles() {
      if (!isStore(reader)) reader.fail('the store of players is missing');
      return openArchives(reader, header);
    },
  };
}

function isStore(reader: SourceReader): boolean {
  return reader.int32() === storeMark && reader.int32() === storeVersion;
}

/** The pieces of the data, then those of the index: for each archive its number, where it begins in the data, its size. */
function openArchives(reader: SourceReader, header: AseHeader): StoredArchives {
  const { source } = reader;
  const data = readChunks(reader, 1, source.size, header);
  const index = gather(source, readChunks(reader, entryBytes, maxArchives * entryBytes, header));
  // Each byte belongs to one archive; an index that says otherwise must not stall the reader.
  let bytesRemaining = source.size;
  return {
    count: Math.floor(index.length / entryBytes),
    read(archiveIndex) {
      const start = Number(index.readBigUInt64LE(archiveIndex * entryBytes + 8));
      const size = Number(index.readBigUInt64LE(archiveIndex * entryBytes + 16));
      bytesRemaining -= size;
      if (size > maxArchiveBytes || bytesRemaining < 0)
        reader.fail(`archive ${archiveIndex + 1} of ${size} bytes is too long`);
      const bytes = gather(source, cut(data, start, size));
      if (bytes.length < size) reader.fail(`archive ${archiveIndex + 1} of ${size} bytes lies outside`);
      return bytes;
    },
  };
}

function readChunks(reader: SourceReader, elementBytes: number, maxBytes: number, header: AseHeader): Chunk[] {
  const total = Number(reader.uint64()) * elementBytes;
  if (total > maxBytes || total > reader.source.size) reader.fail(`${total} bytes are too many`, reader.at - 8);
  const chunks: Chunk[] = [];
  for (let remaining = total; remaining > 0;) {
    const at = (header.storedBlocks[reader.int32()] ?? Infinity) + Number(reader.uint64());
    reader.skip(8);
    const size = Number(reader.uint64());
    const isPart = size > 0 && size <= remaining && at + size <= reader.source.size && chunks.length < maxChunks;
    if (!isPart) reader.fail('a part of the archives lies outside', reader.at - chunkBytes);
    chunks.push({ at, size });
    remaining -= size;
  }
  return chunks;
}

function cut(chunks: Chunk[], start: number, size: number): Chunk[] {
  const parts: Chunk[] = [];
  let chunkStart = 0;
  for (const chunk of chunks) {
    const from = Math.max(start - chunkStart, 0);
    const to = Math.min(start + size - chunkStart, chunk.size);
    if (from < to) parts.push({ at: chunk.at + from, size: to - from });
    chunkStart += chunk.size;
  }
  return parts;
}

function gather(source: ByteSource, chunks: Chunk[]): Buffer {
  return Buffer.concat(chunks.map(({ at, size }) => source.read(at, size)));
}
