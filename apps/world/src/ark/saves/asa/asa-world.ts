import { createHash } from 'node:crypto';
import fs from 'node:fs';
import type { Game } from '../../play/game.ts';
import { ByteWriter } from '../byte-writer.ts';
import { inPieces } from '../pieces.ts';
import type { WorldFile } from '../world-file.ts';
import { worldObjects } from '../world-objects.ts';
import { openAsaDatabase, type AsaDatabase } from './asa-database.ts';
import { asaHeader } from './asa-header.ts';
import { createAsaNames } from './asa-names.ts';
import { asaObjectWriter, writeTransform } from './asa-objects.ts';
import { asaStore } from './asa-store.ts';

type Changes = { put: Map<string, Buffer>; digests: Map<string, string>; transforms: Buffer };

const noId = 16;

/** A world of Ascended. Like the game's, it is a database of which each save changes what has changed. */
export function createAsaWorld(game: Game): WorldFile {
  const names = createAsaNames();
  const objects = new ByteWriter();
  const encode = asaObjectWriter(objects, names);
  let written = new Map<string, string>();
  let writtenTo = '';

  const findChanges = async (): Promise<Changes> => {
    const found: Changes = { put: new Map(), digests: new Map(), transforms: Buffer.alloc(0) };
    const transforms = new ByteWriter();
    await inPieces(worldObjects(game), (object) => {
      const bytes = encode(object);
      const digest = createHash('md5').update(bytes).digest('base64');
      found.digests.set(object.key, digest);
      if (written.get(object.key) !== digest) found.put.set(object.key, Buffer.from(bytes));
      if (object.spot) writeTransform(transforms, object.key, object.spot);
    });
    transforms.zeros(noId);
    return { ...found, transforms: transforms.copy() };
  };

  const apply = async (database: AsaDatabase, { put, digests, transforms }: Changes) => {
    await inPieces(put, ([key, bytes]) => database.put(key, bytes));
    for (const key of written.keys()) if (!digests.has(key)) database.remove(key);
    database.putCustom('SaveHeader', asaHeader(game.map, game.clock.seconds(), names));
    database.putCustom('ActorTransforms', transforms);
    database.putCustom('ActorTransformsDelta', Buffer.alloc(noId));
    if (game.switches.save.usesStore) database.putCustom('GameModeCustomBytes', asaStore(game));
  };

  return {
    write: async (file, pause) => {
      // The rows that another process wrote are unknown, so the file is written from scratch.
      if (file !== writtenTo || !fs.existsSync(file)) {
        fs.rmSync(file, { force: true });
        written = new Map();
      }
      const changes = await findChanges();
      const database = openAsaDatabase(file);
      try {
        await apply(database, changes);
        if (!(await pause())) return;
        database.commit();
        written = changes.digests;
        writtenTo = file;
      } finally {
        database.close();
      }
    },
  };
}
