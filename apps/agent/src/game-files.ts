import path from 'node:path';
import type { ServerConfig } from './config/config.ts';
import { gameTraits } from './games.ts';

/** Paths of one game server's files, as far as the configuration gives them. */
export type GameFiles = { logFile?: string; saves?: string; banLists: string[] };

export function findGameFiles({ game, folder, logFile, saves, banList }: ServerConfig): GameFiles {
  const traits = gameTraits[game];
  const below = (relative: string) => (folder === undefined ? undefined : path.join(folder, relative));
  const log = logFile ?? below(traits.logFile);
  const saved = saves ?? below(traits.saves);
  const guesses = traits.banLists.flatMap((relative) => below(relative) ?? []);
  return {
    ...(log !== undefined && { logFile: log }),
    ...(saved !== undefined && { saves: saved }),
    banLists: banList === undefined ? guesses : [banList],
  };
}
