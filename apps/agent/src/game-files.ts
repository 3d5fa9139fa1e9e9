import { playerLists, type PlayerList } from '@tribehall/contract/agent/player-lists';
import path from 'node:path';
import type { ServerConfig } from './config/config.ts';
import { gameTraits } from './games.ts';

/** Paths of one game server's files, as far as the configuration gives them. */
export type GameFiles = {
  logFile?: string;
  saves?: string;
  /** Possible paths of each list; the first that exists counts. */
  lists: Record<PlayerList, string[]>;
};

export function findGameFiles({ game, folder, logFile, saves, banList, whitelist }: ServerConfig): GameFiles {
  const traits = gameTraits[game];
  const below = (relative: string) => (folder === undefined ? undefined : path.join(folder, relative));
  const log = logFile ?? below(traits.logFile);
  const saved = saves ?? below(traits.saves);
  const given: Record<PlayerList, string | undefined> = { bans: banList, whitelist };
  const pathsOf = (list: PlayerList) => {
    const file = given[list];
    return file === undefined ? traits.lists[list].flatMap((relative) => below(relative) ?? []) : [file];
  };
  return {
    ...(log !== undefined && { logFile: log }),
    ...(saved !== undefined && { saves: saved }),
    lists: Object.fromEntries(playerLists.map((list) => [list, pathsOf(list)])) as Record<PlayerList, string[]>,
  };
}
