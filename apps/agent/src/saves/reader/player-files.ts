import { readProfile } from '@tribehall/ark/saves/read-profile';
import { readTribe } from '@tribehall/ark/saves/read-tribe';
import type { SavedTribe } from '@tribehall/ark/saves/save-rows';
import fs from 'node:fs';
import path from 'node:path';
import { type DatedSurvivor, playerIdOf } from './told-row.ts';

/** A file beside the save. Its name is a player's id or a tribe's number. */
export type PlayerFile = { file: string; name: string; size: number; mtimeMs: number };
export type PlayerFiles = { profiles: PlayerFile[]; tribes: PlayerFile[] };

const maxFiles = 20_000;
const maxBytes = 16 * 1024 * 1024;

/** What a game without `-usestore` keeps beside its save. */
export function listPlayerFiles(folder: string): PlayerFiles {
  const names = fs.readdirSync(folder);
  const find = (ending: string) =>
    names
      .filter((name) => name.toLowerCase().endsWith(ending) && !name.toLowerCase().startsWith('localplayer'))
      .slice(0, maxFiles)
      .flatMap((name) => describe(path.join(folder, name), name.slice(0, -ending.length).toLowerCase()));
  return { profiles: find('.arkprofile'), tribes: find('.arktribe') };
}

/** Fails where it is damaged, or was taken away meanwhile. */
export function readProfileFile(found: PlayerFile): DatedSurvivor {
  const { name, mtimeMs } = found;
  const survivor = readProfile(readBytes(found));
  const playerId = playerIdOf(survivor) ?? playerIdOf({ playerId: name });
  return { ...survivor, ...(playerId !== undefined && { playerId }), writtenAt: new Date(mtimeMs) };
}

export function readTribeFile(found: PlayerFile): SavedTribe {
  return readTribe(readBytes(found));
}

function readBytes({ file, size }: PlayerFile): Buffer {
  if (size > maxBytes) throw new Error(`It has ${size} bytes, which is too much.`);
  return fs.readFileSync(file);
}

function describe(file: string, name: string): PlayerFile[] {
  const stat = fs.statSync(file, { throwIfNoEntry: false });
  // The game makes them empty and fills them later.
  return stat?.isFile() && stat.size > 0 ? [{ file, name, size: stat.size, mtimeMs: stat.mtimeMs }] : [];
}
