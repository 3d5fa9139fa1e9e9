import fs from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';

type RealSave = 'Ragnarok_WP.ark' | 'GreenflatMap1.ark' | 'LocalPlayer.arkprofile';

/** A save of the real game, as bytes; see `saves/README.md` for its origin. */
export function readRealSave(name: RealSave): Buffer {
  return gunzipSync(fs.readFileSync(new URL(`saves/${name}.gz`, import.meta.url)));
}

/** Writes the save into the folder and returns its path. */
export function unpackRealSave(name: RealSave, folder: string): string {
  const file = path.join(folder, name);
  fs.writeFileSync(file, readRealSave(name));
  return file;
}
