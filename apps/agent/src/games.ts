import { serverChat, whisper } from '@tribehall/ark/rcon/commands';
import type { Game } from '@tribehall/contract/shared/schemas';

/** What differs from one game to the other, as far as the agent is concerned. Paths are below `ShooterGame/Saved`. */
export type GameTraits = {
  title: string;
  /** RCON turns every other letter into `?`. */
  isAsciiOnly: boolean;
  /** Longer rows are cut by the game in the middle of a word. */
  maxRowLength: number;
  /** A line everyone sees. */
  say(row: string): string;
  /** A line one player sees. */
  whisper(playerId: string, row: string): string;
  logFile: string;
  saves: string;
  /** Where `ServerAdminPassword` and `RCONPort` stand; the newest counts. */
  settingsFiles: readonly string[];
  /** Where the list of banned ids may be; the first that is there counts. */
  banLists: readonly string[];
};

/** The layout of the engine is the same in both. */
const sharedPlaces = {
  logFile: 'Logs/ShooterGame.log',
  saves: 'SavedArks',
  settingsFiles: ['Config/LinuxServer/GameUserSettings.ini', 'Config/WindowsServer/GameUserSettings.ini'],
} as const satisfies Partial<GameTraits>;

const ase: GameTraits = {
  ...sharedPlaces,
  title: 'ARK: Survival Evolved',
  isAsciiOnly: true,
  maxRowLength: 200,
  say: serverChat,
  whisper,
  banLists: ['../Binaries/Linux/BanList.txt', '../Binaries/Win64/BanList.txt', 'BanList.txt'],
};

const asa: GameTraits = {
  ...sharedPlaces,
  title: 'ARK: Survival Ascended',
  isAsciiOnly: false,
  maxRowLength: 200,
  say: serverChat,
  whisper,
  // There is a server for Windows only; others run it through Proton.
  banLists: ['../Binaries/Win64/BanList.txt', 'BanList.txt'],
};

export const gameTraits = { ase, asa } satisfies Record<Game, GameTraits>;
