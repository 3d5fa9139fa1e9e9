import type { Survivor } from './survivor.ts';

export type GameName = 'ase' | 'asa';

type GameTraits = {
  version: string;
  /** Where the lists of ids lie, below the server's folder. */
  binaries: string;
  /** Where the world and the profiles lie, below `ShooterGame/Saved`. */
  saves: (map: string) => string;
  listLineEnd: string;
  /** How the log names someone who comes or goes. */
  presenceName: (survivor: Survivor) => string;
  /** How the log names the platform's id behind an admin's command. */
  adminIdLabel: string;
  /** What its clock says when a world is new. */
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
