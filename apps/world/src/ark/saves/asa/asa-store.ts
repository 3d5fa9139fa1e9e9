import type { Game } from '../../play/game.ts';
import { ByteWriter } from '../byte-writer.ts';
import { asaArchives } from './asa-archives.ts';

type Entry = { id: number; bytes: Buffer };

/** `GameModeCustomBytes`: with `-usestore` the tribes and profiles lie in here, each as its file would be. */
export function asaStore({ tribes, census, map }: Pick<Game, 'tribes' | 'census' | 'map'>): Buffer {
  const writer = new ByteWriter();
  writer.int32(1);
  const members = (tribe: (typeof tribes)[number]) => census.ofTribe(tribe).map(({ survivor }) => survivor);
  const ofTribes = tribes.map((tribe) => ({ id: tribe.id, bytes: asaArchives.tribe(tribe, members(tribe), map) }));
  writeBlobs(writer, ofTribes, ({ id, bytes }, offset) => {
    writer.uint32(id);
    writer.int32(0);
    writer.int32(offset);
    writer.int32(bytes.length);
  });
  const ofPlayers = census.all().map((citizen, id) => ({ id, bytes: asaArchives.profile(citizen, map) }));
  writeBlobs(writer, ofPlayers, ({ id, bytes }, offset) => {
    writer.uint64(id);
    writer.int32(offset);
    writer.int32(bytes.length);
  });
  return writer.copy();
}

/** Where the list begins, how many there are, the blobs, then the list. All offsets count from the first blob. */
function writeBlobs(writer: ByteWriter, entries: readonly Entry[], writeEntry: (entry: Entry, offset: number) => void) {
  writer.int32(entries.reduce((sum, { bytes }) => sum + bytes.length, 0));
  writer.int32(entries.length);
  for (const { bytes } of entries) writer.raw(bytes);
  let offset = 0;
  for (const entry of entries) {
    writeEntry(entry, offset);
    offset += entry.bytes.length;
  }
}
