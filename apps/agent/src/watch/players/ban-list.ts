import { isPlayerId } from '@tribehall/ark/rcon/replies';
import fs from 'node:fs/promises';

/** The file in which the game keeps who is banned. */
export type BanList = {
  /** Undefined where the file cannot be read. */
  has(playerId: string): Promise<boolean | undefined>;
  /** The file in use, if there is one. */
  place(): Promise<string | undefined>;
};

const maxBytes = 16 * 1024 * 1024;

/** The first of these places that is there. */
export function createBanList(places: readonly string[]): BanList {
  const find = async () => {
    for (const place of places) {
      const stat = await fs.stat(place).catch(() => undefined);
      if (stat?.isFile() && stat.size <= maxBytes) return place;
    }
    return undefined;
  };
  return {
    place: find,
    async has(playerId) {
      const place = await find();
      const text = place && (await fs.readFile(place, 'utf8').catch(() => undefined));
      return text === undefined || place === undefined ? undefined : idsIn(text).has(playerId);
    },
  };
}

/** One id a line; names or dates may follow it. */
function idsIn(text: string): Set<string> {
  const words = text.split(/[\s,;"]+/).map((word) => word.toLowerCase());
  return new Set(words.filter(isPlayerId));
}
