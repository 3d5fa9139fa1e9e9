import fs from 'node:fs';
import path from 'node:path';

/** People name the install or ShooterGame as often as ShooterGame/Saved. */
const below = ['', 'Saved', path.join('ShooterGame', 'Saved')];

/** The game's `Saved` folder: the given one, or one that the given one leads to. */
export function findSavedFolder(folder: string): string | undefined {
  const absolute = path.resolve(folder);
  return below.map((place) => path.join(absolute, place)).find(isSaved);
}

function isSaved(place: string): boolean {
  return ['Logs', 'Config', 'SavedArks'].some((name) => fs.existsSync(path.join(place, name)));
}
