import fs from 'node:fs';
import type { Game } from '../../play/game.ts';
import { ByteWriter } from '../byte-writer.ts';
import { inPieces } from '../pieces.ts';
import type { WorldFile } from '../world-file.ts';
import { worldObjects } from '../world-objects.ts';
import { createAseNames, type AseNames } from './ase-names.ts';
import { aseObjectWriter } from './ase-objects.ts';

/** A world of Evolved: one file, rewritten each time, and renamed once it is complete. */
export function createAseWorld(game: Game): WorldFile {
  let saveCount = 0;
  return {
    write: async (file, pause) => {
      saveCount += 1;
      const bytes = await encodeWorld(game, saveCount);
      const fresh = `${file}.tmp`;
      await fs.promises.writeFile(fresh, bytes, { mode: 0o600 });
      if (await pause()) await fs.promises.rename(fresh, file);
    },
  };
}

async function encodeWorld(game: Game, saveCount: number): Promise<Buffer> {
  const objects = [...worldObjects(game)];
  const indexes = new Map(objects.map(({ key }, index) => [key, index]));
  const [heads, properties, names] = [new ByteWriter(), new ByteWriter(), createAseNames()];
  const encode = aseObjectWriter(heads, properties, names, (key) => indexes.get(key));
  await inPieces(objects, (object) => encode(object));
  const { before, between } = aseLayout({ map: game.map, gameTime: game.clock.seconds(), saveCount }, names, {
    objects: objects.length,
    headBytes: heads.at,
    propertyBytes: properties.at,
  });
  return Buffer.concat([before, heads.view(), between, properties.view()]);
}

/** The newest that the game writes. */
const version = 12;
/** Four blocks of stored data, each an offset and a size; all empty. */
const storedBlocks = 4;
/** An empty section for hibernating creatures. */
const hibernationBytes = 16;

type AseHead = { map: string; gameTime: number; saveCount: number };
type Sizes = { objects: number; headBytes: number; propertyBytes: number };

/** What comes before the heads of the objects, and between those and their properties. Needs all sizes. */
export function aseLayout({ map, gameTime, saveCount }: AseHead, names: AseNames, sizes: Sizes) {
  const table = new ByteWriter();
  names.writeTable(table);
  const before = new ByteWriter();
  before.uint16(version);
  const blocksAt = before.at;
  before.zeros(storedBlocks * 16);
  const offsetsAt = before.at;
  before.zeros(16);
  before.float32(gameTime);
  before.int32(saveCount);
  before.int32(1);
  before.string(map);
  // No embedded data, no objects from other files.
  before.zeros(8);
  before.int32(sizes.objects);
  const hibernationAt = before.at + sizes.headBytes;
  const namesAt = hibernationAt + hibernationBytes;
  const propertiesAt = namesAt + table.at;
  before.patchInt32(offsetsAt, hibernationAt);
  before.patchInt32(offsetsAt + 8, namesAt);
  before.patchInt32(offsetsAt + 12, propertiesAt);
  for (let block = 0; block < storedBlocks; block += 1)
    before.patchInt32(blocksAt + block * 16, propertiesAt + sizes.propertyBytes);
  const between = new ByteWriter();
  between.zeros(hibernationBytes);
  between.raw(table.view());
  return { before: before.copy(), between: between.copy() };
}
