import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Config } from '../../../config.ts';
import { syncFolder } from '../../../platform/files/sync-folder.ts';
import type { SongKind } from '../yt-dlp/yt-dlp-download.ts';

/** On the same drive as the songs, so that a finished file is renamed atomically. Created by the first download. */
const jobsName = '.jobs';
const songName = /^[\w-]{1,64}-(audio|video)-[0-9a-f]{16}\.(mp3|mp4|m4a|webm|opus|ogg)$/;

export function musicFolder(config: Config): string {
  return resolve(config.MUSIC_DIR ?? join(config.DATA_DIR, 'music'));
}

export function songPath(config: Config, file: string): string {
  if (!songName.test(file)) throw new Error('Not a song file');
  return join(musicFolder(config), file);
}

/** Whether songs were stored here before: an unmounted drive has no files, which proves nothing. */
export function isSongFolder(config: Config): boolean {
  return existsSync(join(musicFolder(config), jobsName));
}

/** An empty folder for one download of this process. */
export async function makeJobFolder(config: Config, portal: string): Promise<string> {
  const folder = join(musicFolder(config), jobsName, portal, randomBytes(8).toString('hex'));
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return folder;
}

export async function removeJobFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
}

/** Orphaned job folders: of earlier runs of this process, and old ones of other processes. */
export async function listJobFolders(
  config: Config,
  portal: string,
  { startedAt, oldBefore }: { startedAt: Date; oldBefore: Date },
): Promise<string[]> {
  const jobs = join(musicFolder(config), jobsName);
  const found: string[] = [];
  for (const owner of await readdir(jobs).catch(() => []))
    for (const job of await readdir(join(jobs, owner)).catch(() => [])) {
      const folder = join(jobs, owner, job);
      // Its owner may remove it at this moment. Network drives have no creation time.
      const { mtime } = (await stat(folder).catch(() => undefined)) ?? {};
      if (mtime && mtime < (owner === portal ? startedAt : oldBefore)) found.push(folder);
    }
  return found;
}

/** Moves a finished file to the songs under a unique name, flushed to the drive. */
export async function storeSongFile(
  config: Config,
  file: string,
  song: { videoId: string; kind: SongKind; extension: string },
): Promise<{ file: string; bytes: number }> {
  const name = `${song.videoId}-${song.kind}-${randomBytes(8).toString('hex')}.${song.extension}`;
  const handle = await open(file, 'r+');
  try {
    await handle.sync();
    const { size } = await handle.stat();
    await rename(file, songPath(config, name));
    await syncFolder(musicFolder(config));
    return { file: name, bytes: size };
  } finally {
    await handle.close();
  }
}

export async function removeSongFile(config: Config, file: string): Promise<void> {
  await rm(songPath(config, file), { force: true });
}

export async function hasSongFile(config: Config, file: string): Promise<boolean> {
  return stat(songPath(config, file)).then(
    (found) => found.isFile(),
    () => false,
  );
}

/** Song files with the time of their arrival. */
export async function listSongFiles(config: Config): Promise<{ file: string; arrivedAt: Date }[]> {
  const names = (await readdir(musicFolder(config)).catch(() => [])).filter((name) => songName.test(name));
  const found = names.map(async (file) => {
    const { ctime } = (await stat(join(musicFolder(config), file)).catch(() => undefined)) ?? {};
    return ctime ? [{ file, arrivedAt: ctime }] : [];
  });
  return (await Promise.all(found)).flat();
}
