import { join } from 'node:path';
import type { Config } from '../../config.ts';
import type { Ctx } from '../../context.ts';

export function musicFolder(config: Config): string {
  return config.MUSIC_DIR ?? join(config.DATA_DIR, 'music');
}

/** How many songs are here and what they weigh together, in bytes. */
export async function countSongs(_ctx: Ctx): Promise<{ songs: number; bytes: number }> {
  return { songs: 0, bytes: 0 };
}
