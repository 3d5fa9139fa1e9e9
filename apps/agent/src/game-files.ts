import path from 'node:path';
import type { ServerConfig } from './config/config.ts';
import { gameTraits } from './games.ts';

/** Where the files of one game server are, as far as the configuration tells. */
export type Places = { logFile?: string; saves?: string; banLists: string[] };

export function findPlaces({ game, folder, logFile, saves, banList }: ServerConfig): Places {
  const traits = gameTraits[game];
  const below = (place: string) => (folder === undefined ? undefined : path.join(folder, place));
  const log = logFile ?? below(traits.logFile);
  const saved = saves ?? below(traits.saves);
  const guesses = traits.banLists.flatMap((place) => below(place) ?? []);
  return {
    ...(log !== undefined && { logFile: log }),
    ...(saved !== undefined && { saves: saved }),
    banLists: banList === undefined ? guesses : [banList],
  };
}
