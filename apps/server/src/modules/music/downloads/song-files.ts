import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Config } from '../../../config.ts';
import type { ByteSource } from '../../../platform/files/byte-source.ts';
import type { SongKind } from '../yt-dlp/yt-dlp-download.ts';

/** Where downloaded songs are. Their names are unique, and their contents never change. */
export type SongStore = {
  /** Moves a finished file here, durably. */
  add(path: string, name: string): Promise<{ bytes: number }>;
  has(name: string): Promise<boolean>;
  /** Undefined if it is gone. */
  open(name: string): Promise<ByteSource | undefined>;
  /** Makes sure that the song is at `songPath`, for programs that play files. */
  fetch(name: string): Promise<void>;
  remove(name: string): Promise<void>;
  /** All songs with the time of their arrival; undefined if the drive is not mounted: no files then prove nothing. */
  list(): Promise<{ file: string; arrivedAt: Date }[] | undefined>;
  /** Removes local copies that are no longer useful, where songs are stored elsewhere. */
  removeCopies(isKnown: (name: string) => boolean, unusedSince: Date): Promise<void>;
};

/** On the same drive as the songs, so that a finished file is renamed atomically. Created by the first download. */
const jobsName = '.jobs';
const songName = /^[\w-]{1,64}-(audio|video)-[0-9a-f]{16}\.(mp3|mp4|m4a|webm|opus|ogg)$/;

export function musicFolder(config: Config): string {
  return resolve(config.MUSIC_DIR ?? join(config.DATA_DIR, 'music'));
}

export const isSongName = (file: string): boolean => songName.test(file);

export function songPath(config: Config, file: string): string {
  if (!isSongName(file)) throw new Error('Not a song file');
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

/** A unique name for a new song. */
export function newSongName({
  videoId,
  kind,
  extension,
}: {
  videoId: string;
  kind: SongKind;
  extension: string;
}): string {
  return `${videoId}-${kind}-${randomBytes(8).toString('hex')}.${extension}`;
}

/** Song files in the local folder, with the time of their arrival. */
export async function listSongFiles(config: Config): Promise<{ file: string; arrivedAt: Date }[]> {
  const names = (await readdir(musicFolder(config)).catch(() => [])).filter(isSongName);
  const found = names.map(async (file) => {
    const { ctime } = (await stat(join(musicFolder(config), file)).catch(() => undefined)) ?? {};
    return ctime ? [{ file, arrivedAt: ctime }] : [];
  });
  return (await Promise.all(found)).flat();
}
