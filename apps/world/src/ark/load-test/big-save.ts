import fs from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { openAsaDatabase } from '../saves/asa/asa-database.ts';
import { asaHeader } from '../saves/asa/asa-header.ts';
import { createAsaNames } from '../saves/asa/asa-names.ts';
import { asaObjectWriter, writeTransform } from '../saves/asa/asa-objects.ts';
import { asaStore } from '../saves/asa/asa-store.ts';
import { aseLayout } from '../saves/ase/ase-world.ts';
import { createAseNames } from '../saves/ase/ase-names.ts';
import { aseObjectWriter } from '../saves/ase/ase-objects.ts';
import { createBigWorld, type BigWorld, type BigWorldOptions } from './big-world.ts';
import { ByteWriter } from '../saves/byte-writer.ts';

/** Bytes to buffer before a write. */
const flushBytes = 4 * 1024 * 1024;
const noId = 16;

const writers = { asa: writeAsa, ase: writeAse } satisfies Record<
  BigWorldOptions['game'],
  (file: string, world: BigWorld) => void | Promise<void>
>;

/**
 * A world save with the given number of structures, about 1 kB each. The same seed gives the same world; with
 * `changedShare`, that part of its structures is damaged and everything else is the same.
 */
export async function writeBigSave(
  file: string,
  {
    game = 'asa',
    structures,
    seed,
    changedShare = 0,
  }: Partial<BigWorldOptions> & Pick<BigWorldOptions, 'structures' | 'seed'>,
): Promise<void> {
  fs.rmSync(file, { force: true });
  await writers[game](file, createBigWorld({ game, structures, seed, changedShare }));
}

function writeAsa(file: string, world: BigWorld): void {
  const names = createAsaNames();
  const encode = asaObjectWriter(new ByteWriter(), names);
  const transforms = new ByteWriter();
  const database = openAsaDatabase(file);
  try {
    for (const object of world.objects()) {
      database.put(object.key, encode(object));
      if (object.spot) writeTransform(transforms, object.key, object.spot);
    }
    transforms.zeros(noId);
    database.putCustom('SaveHeader', asaHeader(world.map, world.gameTime, names));
    database.putCustom('ActorTransforms', transforms.view());
    database.putCustom('ActorTransformsDelta', Buffer.alloc(noId));
    database.putCustom('GameModeCustomBytes', asaStore(world));
    database.commit();
  } finally {
    database.close();
  }
}

/** The properties come after the names, which are only known once all is written: they wait in a temporary file. */
async function writeAse(file: string, world: BigWorld): Promise<void> {
  const waiting = `${file}.properties`;
  const [heads, properties, names] = [new ByteWriter(), new ByteWriter(), createAseNames()];
  const encode = aseObjectWriter(heads, properties, names, world.indexOf);
  const output = await fs.promises.open(waiting, 'w', 0o600);
  let propertyBytes = 0;
  const flush = async () => {
    await output.write(properties.view());
    propertyBytes += properties.at;
    properties.clear();
  };
  for (const object of world.objects()) {
    encode(object, propertyBytes);
    if (properties.at > flushBytes) await flush();
  }
  await flush();
  await output.close();
  const { map, gameTime, count } = world;
  const sizes = { objects: count, headBytes: heads.at, propertyBytes };
  const { before, between } = aseLayout({ map, gameTime, saveCount: 1 }, names, sizes);
  await fs.promises.writeFile(file, Buffer.concat([before, heads.view(), between]), { mode: 0o600 });
  await pipeline(fs.createReadStream(waiting), fs.createWriteStream(file, { flags: 'a' }));
  await fs.promises.rm(waiting);
}
