import { findWorldSave, nameOf } from '../saves/world-save.ts';

/** The map, by the name of its newest save: `SavedArks/TheIsland.ark` or `SavedArks/TheIsland_WP/TheIsland_WP.ark`. */
export async function findMapName(saves: string): Promise<string | undefined> {
  const newest = await findWorldSave(saves).catch(() => undefined);
  return newest && nameOf(newest.file).slice(0, 64);
}
