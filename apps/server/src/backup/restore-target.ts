import { randomBytes } from 'node:crypto';
import { mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Config } from '../config.ts';
import { createSongStore } from '../modules/music/downloads/song-store.ts';
import { hasObjectStorage, openObjectStorage } from '../object-storage.ts';
import type { BlobStore } from '../platform/files/blob-store.ts';
import { createFolderBlobStore } from '../platform/files/folder-blob-store.ts';
import { syncFolder } from '../platform/files/sync-folder.ts';
import { blobsPrefix, partsPrefix, songsPrefix, storeMarksPrefix } from '../platform/s3/object-keys.ts';
import { createS3BlobStore } from '../platform/s3/s3-blob-store.ts';
import type { S3Client } from '../platform/s3/s3-client.ts';
import { foldersOf, type FolderName } from './contents.ts';

type Place = { folder: FolderName; name: string };
type Entry = { bytes: number; body: () => AsyncIterable<Buffer> };

/** Where the files of an archive go. */
export type RestoreTarget = {
  write(place: Place, entry: Entry): Promise<void>;
  /** Makes everything durable and the store of the files usable. */
  finish(): Promise<void>;
};

export function openTarget(config: Config): RestoreTarget {
  const folders = openFolders(config);
  const storage = openObjectStorage(config);
  return storage ? openObjects(config, storage, folders) : folders;
}

function openFolders(config: Config): RestoreTarget {
  const written = new Set<string>();
  return {
    async write({ folder, name }, { body }) {
      const target = join(foldersOf(config)[folder], name);
      await writeFile(target, body());
      written.add(dirname(target));
    },
    async finish() {
      // Without its folders and mark, a restored row would mean that a drive is not mounted.
      if (!hasObjectStorage(config)) await createFolderBlobStore(dirname(foldersOf(config).files)).create();
      for (const folder of written) await syncFolder(folder);
    },
  };
}

/** Files and songs as objects, the rest in folders. */
function openObjects(config: Config, storage: S3Client, folders: RestoreTarget): RestoreTarget {
  const spool = join(config.DATA_DIR, 'spool');
  const blobs = createS3BlobStore(storage, spool);
  const songs = createSongStore(config);
  return {
    async write(place, entry) {
      const { folder, name } = place;
      if (folder === 'databases' || folder === 'recordings') return folders.write(place, entry);
      if (folder !== 'songs') return writeBlob(blobs, place, entry);
      const path = join(spool, randomBytes(8).toString('hex'));
      await writeFile(path, entry.body());
      await mkdir(foldersOf(config).songs, { recursive: true, mode: 0o700 });
      await songs.add(path, name);
    },
    async finish() {
      await blobs.create();
      await folders.finish();
      storage.close();
    },
  };
}

async function writeBlob(blobs: BlobStore, { folder, name }: Place, { bytes, body }: Entry): Promise<void> {
  await blobs.create();
  const part = await blobs.createPart(name, { as: name, maxBytes: bytes });
  try {
    let position = 0;
    for await (const chunk of body()) {
      const done = await part.write([chunk], position);
      if ('error' in done) throw done.error;
      position += chunk.length;
    }
    if (folder === 'uploads') return void (await part.flush({ all: true }));
    await part.complete();
    await blobs.commitAll([{ part: name, as: name }]);
  } finally {
    await part.close();
  }
}

const prefixes = [blobsPrefix, partsPrefix, songsPrefix, storeMarksPrefix];

/** A file or song that the store has already. */
export async function findFirst(config: Config): Promise<string | undefined> {
  const storage = openObjectStorage(config);
  try {
    for (const prefix of prefixes) for await (const { key } of storage?.list(prefix) ?? []) return key;
    return undefined;
  } finally {
    storage?.close();
  }
}

/** What an earlier attempt has stored. */
export async function removeObjects(config: Config): Promise<void> {
  const storage = openObjectStorage(config);
  if (!storage) return;
  const blobs = createS3BlobStore(storage, join(config.DATA_DIR, 'spool'));
  for (const { name } of await blobs.listParts()) await blobs.removePart(name);
  for (const prefix of prefixes) for await (const { key } of storage.list(prefix)) await storage.remove(key);
  storage.close();
}

/** Never through a link: the file must not exist. */
async function writeFile(path: string, body: AsyncIterable<Buffer>): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const file = await open(path, 'wx', 0o600);
  try {
    for await (const chunk of body) await file.writeFile(chunk);
    await file.sync();
  } finally {
    await file.close();
  }
}
