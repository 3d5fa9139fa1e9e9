import { createHash } from 'node:crypto';
import { open, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../../config.ts';
import { AppError } from '../../../errors.ts';
import { fileSource, readFileRange, wholeOf } from '../../../platform/files/byte-source.ts';
import { orNothing } from '../../../platform/files/or-nothing.ts';
import { songsPrefix } from '../../../platform/s3/object-keys.ts';
import { objectSource } from '../../../platform/s3/object-source.ts';
import { S3Error, type S3Client } from '../../../platform/s3/s3-client.ts';
import { isSongName, listSongFiles, makeJobFolder, removeJobFolder, songPath, type SongStore } from './song-files.ts';

const keyOf = (name: string) => `${songsPrefix}${name}`;
/** Owner of the folders of copies that are being made. */
const copying = 'copies';

/** Songs as objects; those that this machine plays also have a copy in the music folder. */
export function createObjectSongStore(config: Config, client: S3Client): SongStore {
  return {
    async add(path, name) {
      const handle = await open(path);
      try {
        const source = await fileSource(handle);
        const hash = createHash('sha256');
        for await (const chunk of source.read(wholeOf(source))) hash.update(chunk);
        const { bytes } = source;
        const body = { bytes, sha256: hash.digest('hex'), read: () => readFileRange(handle, wholeOf(source)) };
        await explain(client.put(keyOf(name), body));
        // Likely to be played here next.
        await rename(path, songPath(config, name));
        return { bytes };
      } finally {
        await handle.close();
      }
    },
    has: async (name) => (await explain(client.sizeOf(keyOf(name)))) !== undefined,
    async open(name) {
      const bytes = await explain(client.sizeOf(keyOf(name)));
      return bytes === undefined ? undefined : objectSource(client, keyOf(name), bytes);
    },
    async fetch(name) {
      const path = songPath(config, name);
      const now = new Date();
      if (await orNothing(utimes(path, now, now).then(() => true))) return;
      const folder = await makeJobFolder(config, copying);
      try {
        const reply = await explain(client.get(keyOf(name)));
        if (!reply) throw new AppError('UNAVAILABLE', 'This song has just been removed. Please try again.');
        const copy = join(folder, name);
        await explain(writeFile(copy, reply));
        if (!reply.complete) throw unavailable();
        await rename(copy, path);
      } finally {
        await removeJobFolder(folder);
      }
    },
    async remove(name) {
      await explain(client.remove(keyOf(name)));
      await rm(songPath(config, name), { force: true });
    },
    async list() {
      const found: { file: string; arrivedAt: Date }[] = [];
      for await (const { key, changedAt } of client.list(songsPrefix)) {
        const file = key.slice(songsPrefix.length);
        if (isSongName(file)) found.push({ file, arrivedAt: changedAt });
      }
      return found;
    },
    async removeCopies(isKnown, unusedSince) {
      for (const { file } of await listSongFiles(config)) {
        const path = songPath(config, file);
        const { mtime } = (await orNothing(stat(path))) ?? {};
        if (mtime && (!isKnown(file) || mtime < unusedSince)) await rm(path, { force: true });
      }
    },
  };
}

const unavailable = (cause?: unknown) =>
  new AppError('UNAVAILABLE', "The song's storage is not available right now. Please try again.", undefined, cause);

async function explain<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof S3Error ? unavailable(error) : error;
  }
}
