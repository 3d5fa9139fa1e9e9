import { open, rename, rm, stat } from 'node:fs/promises';
import type { Config } from '../../../config.ts';
import { openObjectStorage } from '../../../object-storage.ts';
import { fileSource } from '../../../platform/files/byte-source.ts';
import { syncFolder } from '../../../platform/files/sync-folder.ts';
import { createObjectSongStore } from './object-song-store.ts';
import { isSongFolder, listSongFiles, musicFolder, songPath, type SongStore } from './song-files.ts';

export function createSongStore(config: Config): SongStore {
  const storage = openObjectStorage(config);
  return storage ? createObjectSongStore(config, storage) : createFolderSongStore(config);
}

function createFolderSongStore(config: Config): SongStore {
  return {
    async add(path, name) {
      const handle = await open(path, 'r+');
      try {
        await handle.sync();
        const { size } = await handle.stat();
        await rename(path, songPath(config, name));
        await syncFolder(musicFolder(config));
        return { bytes: size };
      } finally {
        await handle.close();
      }
    },
    has: (name) =>
      stat(songPath(config, name)).then(
        (found) => found.isFile(),
        () => false,
      ),
    async open(name) {
      const handle = await open(songPath(config, name)).catch(() => undefined);
      return handle && fileSource(handle);
    },
    fetch: async () => {},
    remove: (name) => rm(songPath(config, name), { force: true }),
    list: async () => (isSongFolder(config) ? listSongFiles(config) : undefined),
    removeCopies: async () => {},
  };
}
