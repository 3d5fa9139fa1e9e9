import fs from 'node:fs';
import path from 'node:path';
import { games, type GameName } from './games.ts';
import { idKey } from './survivor.ts';

export type ServerFiles = {
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
  exclusiveJoinFile: string;
  /** What each player sees; no part of a real server. */
  screensFolder: string;
};

/** The files of one server below its folder, as the game lays them out. */
export function createServerFiles(folder: string, game: GameName, map: string): ServerFiles {
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
    exclusiveJoinFile: path.join(binaries, 'PlayersExclusiveJoinList.txt'),
    screensFolder,
  };
}

/** One id per line. Others write the file too, so it is read every time. */
export type IdList = {
  ids: () => string[];
  has: (id: string) => boolean;
  add: (id: string) => void;
  remove: (id: string) => void;
};

const isSame = (id: string) => (line: string) => idKey(line) === idKey(id);

export function createIdList(file: string, lineEnd: string): IdList {
  const text = () => (fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '');
  const ids = () =>
    text()
      .split(/\r?\n/)
      .map((line) => line.trim())
      .filter((line) => line !== '');
  return {
    ids,
    has: (id) => ids().some(isSame(id)),
    // The game validates nothing: whatever it is asked to ban stays in the file.
    add: (id) => {
      if (id === '' || ids().some(isSame(id))) return;
      const start = /[^\n]$/.test(text()) ? lineEnd : '';
      fs.appendFileSync(file, `${start}${id}${lineEnd}`, { mode: 0o600 });
    },
    remove: (id) => {
      const remaining = ids().filter((line) => !isSame(id)(line));
      fs.writeFileSync(file, remaining.map((line) => `${line}${lineEnd}`).join(''), { mode: 0o600 });
    },
  };
}
