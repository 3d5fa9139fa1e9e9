import type { Dirent, Stats } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';

/** A world save file, as of one poll. */
export type SaveFile = { file: string; size: number; mtimeMs: number; ctimeMs: number };

/** Copies of a save have a date or a marker in their names. */
const copy = /\d\d\.\d\d\.\d{4}|backup|profilebak/i;
const ending = '.ark';
const maxEntries = 50_000;
const maxFolders = 200;
/** The game writes its world every quarter of an hour; a file untouched for this long is another world. */
const staleMs = 60 * 60_000;

type Wanted = {
  /** The map, if known. */
  map?: string | undefined;
  /** The previous choice: two games may save into one folder. */
  last?: string | undefined;
};

/**
 * Finds the world save: `<folder>/TheIsland.ark` or `<folder>/TheIsland_WP/TheIsland_WP.ark`. The one of the known map,
 * else the newest. Throws if the folder cannot be read.
 */
export async function findWorldSave(folder: string, { map, last }: Wanted = {}): Promise<SaveFile | undefined> {
  const found = await findWorlds(folder);
  const ofMap = map === undefined ? [] : found.filter(({ file }) => mapKey(nameOf(file)) === mapKey(map));
  const worlds = (ofMap.length > 0 ? ofMap : found).toSorted((a, b) => b.mtimeMs - a.mtimeMs);
  const chosen = worlds.find(({ file }) => file === last);
  const newest = worlds[0];
  return chosen && newest && newest.mtimeMs - chosen.mtimeMs < staleMs ? chosen : newest;
}

/** Returns undefined if it does not exist. */
export async function lookAt(file: string): Promise<SaveFile | undefined> {
  const stat = await fs.stat(file).catch((error: NodeJS.ErrnoException): Stats | undefined => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
    throw error;
  });
  if (!stat?.isFile()) return undefined;
  const { size, mtimeMs, ctimeMs } = stat;
  return { file, size, mtimeMs, ctimeMs };
}

export function nameOf(file: string): string {
  return path.basename(file, ending);
}

async function findWorlds(folder: string): Promise<SaveFile[]> {
  const entries = (await fs.readdir(folder, { withFileTypes: true })).slice(0, maxEntries);
  const files = entries.filter(isWorld).map(({ name }) => path.join(folder, name));
  const folders = entries.filter((entry) => entry.isDirectory() && !copy.test(entry.name)).slice(0, maxFolders);
  const below = folders.map(({ name }) => path.join(folder, name, `${name}${ending}`));
  const looks = await Promise.allSettled([...files, ...below].map(lookAt));
  const found = looks.flatMap((look) => (look.status === 'fulfilled' && look.value ? look.value : []));
  const failed = looks.find((look) => look.status === 'rejected');
  // An unreadable folder beside the world does not matter.
  if (found.length === 0 && failed) throw failed.reason;
  return found;
}

function isWorld(entry: Dirent): boolean {
  return !entry.isDirectory() && entry.name.endsWith(ending) && !copy.test(entry.name);
}

/** `TheIsland` and `TheIsland_WP` are the same map. */
function mapKey(name: string): string {
  return name.toLowerCase().replace(/_wp$/, '');
}

/** The map, by the name of its newest save: `SavedArks/TheIsland.ark` or `SavedArks/TheIsland_WP/TheIsland_WP.ark`. */
export async function findMapName(saves: string): Promise<string | undefined> {
  const newest = await findWorldSave(saves).catch(() => undefined);
  return newest && nameOf(newest.file).slice(0, 64);
}

/** Why a save cannot be read, in words for the operator. */
export class UnreadableSave extends Error {}

/** Another program holds it; it can be read when that is done. */
export class LockedSave extends UnreadableSave {}
