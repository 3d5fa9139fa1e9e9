import fs from 'node:fs/promises';
import path from 'node:path';

/** Copies of a save carry a date, or say what they are. */
const copy = /\d\d\.\d\d\.\d{4}|backup|profilebak/i;

/** The map, by the name of its newest save: `SavedArks/TheIsland.ark` or `SavedArks/TheIsland_WP/TheIsland_WP.ark`. */
export async function findMapName(saves: string): Promise<string | undefined> {
  const entries = await fs.readdir(saves, { withFileTypes: true }).catch(() => []);
  const places = entries.slice(0, 2_000).flatMap((entry) => {
    if (entry.isDirectory()) return path.join(saves, entry.name, `${entry.name}.ark`);
    return entry.name.endsWith('.ark') && !copy.test(entry.name) ? path.join(saves, entry.name) : [];
  });
  const stats = await Promise.all(
    places.map(async (place) => ({ place, mtimeMs: (await fs.stat(place).catch(() => undefined))?.mtimeMs })),
  );
  const newest = stats
    .filter(({ mtimeMs }) => mtimeMs !== undefined)
    .toSorted((a, b) => (b.mtimeMs ?? 0) - (a.mtimeMs ?? 0))[0];
  return newest && path.basename(newest.place, '.ark').slice(0, 64);
}
