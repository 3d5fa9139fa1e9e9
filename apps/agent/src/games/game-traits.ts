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
export const sharedPlaces = {
  logFile: 'Logs/ShooterGame.log',
  saves: 'SavedArks',
  settingsFiles: ['Config/LinuxServer/GameUserSettings.ini', 'Config/WindowsServer/GameUserSettings.ini'],
} as const satisfies Partial<GameTraits>;
