import { isPlayerId } from '@tribehall/ark/rcon/replies';
import fs from 'node:fs/promises';

/** The file in which the game stores bans. */
export type BanList = {
  /** Undefined if the file cannot be read. */
  has(playerId: string): Promise<boolean | undefined>;
  /** The file in use, if there is one. */
  file(): Promise<string | undefined>;
};

const maxBytes = 16 * 1024 * 1024;

/** Uses the first of these files that exists. */
export function createBanList(files: readonly string[]): BanList {
  const find = async () => {
    for (const file of files) {
      const stat = await fs.stat(file).catch(() => undefined);
      if (stat?.isFile() && stat.size <= maxBytes) return file;
    }
    return undefined;
  };
  return {
    file: find,
    async has(playerId) {
      const file = await find();
      const text = file && (await fs.readFile(file, 'utf8').catch(() => undefined));
      return text === undefined || file === undefined ? undefined : idsIn(text).has(playerId);
    },
  };
}

/** One id per line; names or dates may follow it. */
function idsIn(text: string): Set<string> {
  const words = text.split(/[\s,;"]+/).map((word) => word.toLowerCase());
  return new Set(words.filter(isPlayerId));
}
