import type { Survivor } from './survivor.ts';

export type GameName = 'ase' | 'asa';

type GameTraits = {
  version: string;
  /** Folder of the id lists, relative to the server's folder. */
  binaries: string;
  /** Folder of the world and the profiles, relative to `ShooterGame/Saved`. */
  saves: (map: string) => string;
  listLineEnd: string;
  /** How the log names a player who joins or leaves. */
  presenceName: (survivor: Survivor) => string;
  /** How the log names the platform's id behind an admin's command. */
  adminIdLabel: string;
  /** Game time of a new world. */
  zeroSecond: number;
};

/** What differs between Survival Evolved and Survival Ascended. */
export const games = {
  ase: {
    version: '358.24',
    binaries: 'ShooterGame/Binaries/Linux',
    saves: () => 'SavedArks',
    listLineEnd: '\n',
    presenceName: (survivor) => survivor.platformName,
    adminIdLabel: 'SteamID',
    zeroSecond: 0,
  },
  asa: {
    version: '88.25',
    binaries: 'ShooterGame/Binaries/Win64',
    saves: (map) => `SavedArks/${map}`,
    listLineEnd: '\r\n',
    presenceName: ({ platformName, playerId, platform }) =>
      `${platformName} [UniqueNetId:${playerId} Platform:${platform}]`,
    adminIdLabel: 'PlatformID',
    zeroSecond: 100_000_000,
  },
} satisfies Record<GameName, GameTraits>;
