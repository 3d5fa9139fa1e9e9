import fs from 'node:fs';
import type { Game } from '../../play/game.ts';
import { ByteWriter } from '../byte-writer.ts';
import { inPieces } from '../pieces.ts';
import type { WorldFile } from '../world-file.ts';
import { worldObjects } from '../world-objects.ts';
import { aseLayout } from './ase-layout.ts';
import { createAseNames } from './ase-names.ts';
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
