import { broadcast, serverChat, whisper } from '@tribehall/ark/rcon/commands';
import type { PlayerList } from '@tribehall/contract/agent/player-lists';
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
  /** For what a moderator announces; `isEchoed`: the game repeats it in the chat. */
  broadcast: { command(row: string): string; isEchoed: boolean };
  logFile: string;
  saves: string;
  /** Files with `ServerAdminPassword` and `RCONPort`; the newest counts. */
  settingsFiles: readonly string[];
  /** Possible paths of each list; the first that exists counts. */
  lists: Record<PlayerList, readonly string[]>;
};

/** The engine's folder layout is the same in both. */
const sharedPaths = {
  logFile: 'Logs/ShooterGame.log',
  saves: 'SavedArks',
  settingsFiles: ['Config/LinuxServer/GameUserSettings.ini', 'Config/WindowsServer/GameUserSettings.ini'],
} as const satisfies Partial<GameTraits>;

/**
 * `AllowPlayerToJoinNoCheck` changes this file, at once. A server with `-exclusivejoin` lets in those of
 * `PlayersExclusiveJoinList.txt` as well, but reads that one only at its start, and no command changes it.
 */
const whitelist = 'PlayersJoinNoCheckList.txt';
const banList = 'BanList.txt';

const ase: GameTraits = {
  ...sharedPaths,
  title: 'ARK: Survival Evolved',
  isAsciiOnly: true,
  maxRowLength: 200,
  say: serverChat,
  whisper,
  broadcast: { command: broadcast, isEchoed: false },
  lists: {
    bans: [`../Binaries/Linux/${banList}`, `../Binaries/Win64/${banList}`, banList],
    whitelist: [`../Binaries/Linux/${whitelist}`, `../Binaries/Win64/${whitelist}`],
  },
};

const asa: GameTraits = {
  ...sharedPaths,
  title: 'ARK: Survival Ascended',
  isAsciiOnly: false,
  maxRowLength: 200,
  say: serverChat,
  whisper,
  // Some report that Broadcast shows nothing.
  broadcast: { command: serverChat, isEchoed: true },
  // There is a server for Windows only; others run it through Proton.
  lists: {
    bans: [`../Binaries/Win64/${banList}`, banList],
    whitelist: [`../Binaries/Win64/${whitelist}`],
  },
};

export const gameTraits = { ase, asa } satisfies Record<Game, GameTraits>;
