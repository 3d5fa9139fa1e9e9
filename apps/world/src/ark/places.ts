import fs from 'node:fs';
import path from 'node:path';
import { games, type GameName } from './games.ts';

export type Places = {
  /** `ShooterGame/Saved`: what the agent is pointed at. */
  savedFolder: string;
  logFile: string;
  /** The world file and the profiles. */
  savesFolder: string;
  worldFile: string;
  /** Where a save is made that is then written piece by piece; no part of a real server. */
  scratchFile: string;
  /** In the game's install, outside of `Saved`. */
  banListFile: string;
  joinNoCheckFile: string;
  /** What each player sees; no part of a real server. */
  screensFolder: string;
};

/** The files of one server below its folder, as the game lays them out. */
export function makePlaces(folder: string, game: GameName, map: string): Places {
  const savedFolder = path.join(folder, 'ShooterGame/Saved');
  const savesFolder = path.join(savedFolder, games[game].saves(map));
  const binaries = path.join(folder, games[game].binaries);
  const screensFolder = path.join(folder, 'screens');
  const logs = path.join(savedFolder, 'Logs');
  for (const made of [savesFolder, binaries, screensFolder, logs]) fs.mkdirSync(made, { recursive: true, mode: 0o700 });
  return {
    savedFolder,
    logFile: path.join(logs, 'ShooterGame.log'),
    savesFolder,
    worldFile: path.join(savesFolder, `${map}.ark`),
    scratchFile: path.join(folder, 'scratch.ark'),
    banListFile: path.join(binaries, 'BanList.txt'),
    joinNoCheckFile: path.join(binaries, 'PlayersJoinNoCheckList.txt'),
    screensFolder,
  };
}
