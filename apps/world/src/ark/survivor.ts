export type Tribe = {
  id: number;
  name: string;
  /** No member has played for weeks, so nobody joins it. */
  isLost: boolean;
  ownerArkId: number | undefined;
  adminArkIds: number[];
  /** As the game writes it, colours and all, newest last. */
  log: string[];
};

/** A player's character on one server. */
export type Survivor = {
  /** What ListPlayers prints: a Steam, Epic or EOS id. */
  playerId: string;
  /** The numeric id inside the game, which KillPlayer wants. */
  arkId: number;
  /** The name on the platform; ListPlayers and the log show this one. */
  platformName: string;
  /** As the log of Ascended spells it; may be empty. */
  platform: string;
  /** The character's name. */
  name: string;
  level: number;
  tribe: Tribe | undefined;
};

/** As many as servers are set to in practice; the game's own default is 100. */
const maxLogLines = 800;

/** File names on disk are made from ids. */
const safeId = /^[0-9A-Za-z]{1,64}$/;

export function createTribe(id: number, name: string, isLost = false): Tribe {
  return { id, name, isLost, ownerArkId: undefined, adminArkIds: [], log: [] };
}

/** Drops the oldest lines. */
export function logForTribe(tribe: Tribe, line: string): void {
  tribe.log = [...tribe.log, line].slice(-maxLogLines);
}

/** Ids in hex come in either case. */
export function idKey(playerId: string): string {
  return playerId.toLowerCase();
}

export function assertSafeId(playerId: string): void {
  if (!safeId.test(playerId)) throw new Error('A player id consists of letters and digits.');
}
