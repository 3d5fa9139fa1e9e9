import { serverChat, whisper } from '@tribehall/ark/rcon/commands';
import type { Game } from '@tribehall/contract/shared/schemas';

/** What differs between the games, as far as the agent is concerned. Paths are below `ShooterGame/Saved`. */
export type GameTraits = {
  title: string;
  /** RCON turns every other letter into `?`. */
  isAsciiOnly: boolean;
  /** The game cuts longer rows in the middle of a word. */
  maxRowLength: number;
  /** The command for a message to everyone. */
  say(row: string): string;
  /** The command for a message to one player. */
  whisper(playerId: string, row: string): string;
  logFile: string;
  saves: string;
  /** Files with `ServerAdminPassword` and `RCONPort`; the newest counts. */
  settingsFiles: readonly string[];
  /** Possible paths of the ban list; the first that exists counts. */
  banLists: readonly string[];
};

/** The engine's folder layout is the same in both. */
const sharedPaths = {
  logFile: 'Logs/ShooterGame.log',
  saves: 'SavedArks',
  settingsFiles: ['Config/LinuxServer/GameUserSettings.ini', 'Config/WindowsServer/GameUserSettings.ini'],
} as const satisfies Partial<GameTraits>;

const ase: GameTraits = {
  ...sharedPaths,
  title: 'ARK: Survival Evolved',
  isAsciiOnly: true,
  maxRowLength: 200,
  say: serverChat,
  whisper,
  banLists: ['../Binaries/Linux/BanList.txt', '../Binaries/Win64/BanList.txt', 'BanList.txt'],
};

const asa: GameTraits = {
  ...sharedPaths,
  title: 'ARK: Survival Ascended',
  isAsciiOnly: false,
  maxRowLength: 200,
  say: serverChat,
  whisper,
  // There is a server for Windows only; others run it through Proton.
  banLists: ['../Binaries/Win64/BanList.txt', 'BanList.txt'],
};

export const gameTraits = { ase, asa } satisfies Record<Game, GameTraits>;
