import { ByteWriter } from '../byte-writer.ts';
import type { AseNames } from './ase-names.ts';

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
