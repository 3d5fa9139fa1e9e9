export type Place = { x: number; y: number; z: number };

/** Something that players built. Times are seconds of the game's own clock. */
export type SavedStructure = {
  /** The UUID of its row in hex (Ascended), or the game's number for it (Evolved). */
  id: string;
  className: string;
  /** `TargetingTeam`: a tribe, or the number of somebody who is in none. */
  teamId: number;
  teamName?: string;
  ownerArkId?: string;
  ownerName?: string;
  /** What its builder called it. */
  name?: string;
  place: Place;
  health?: number;
  maxHealth?: number;
  builtAt?: number;
};

export type SavedTribe = {
  id: number;
  name: string;
  ownerArkId?: string;
  adminArkIds: string[];
  members: { arkId: string; name: string }[];
  /** Newest last, without colours. */
  log: string[];
};

export type SavedSurvivor = {
  arkId: string;
  /** The id of the platform, as ListPlayers prints it. */
  playerId?: string;
  name: string;
  platformName?: string;
  level?: number;
  /** A tribe, or their own number where the world has them in none. */
  teamId?: number;
  /** When they were last there: the last login, or the last moment they were in their body. Seconds of the game's clock. */
  loginAt?: number;
  place?: Place;
};

export type ClassKind = 'structure' | 'creature' | 'item' | 'survivor' | 'other';
export type SavedClass = { className: string; kind: ClassKind; directory?: string; count: number };

/** One thing after another, as the save has them; survivors and tribes may come from files of their own, too. */
export type SavedRow =
  | { kind: 'structure'; structure: SavedStructure }
  | { kind: 'tribe'; tribe: SavedTribe }
  | { kind: 'survivor'; survivor: SavedSurvivor }
  | UnreadableRow;

/**
 * Something that is there and cannot be read: it must not be taken for gone. The id, where it is known, is that of the
 * row it would have been. Objects are structures or bodies; a store is all tribes and survivors.
 */
export type UnreadableRow = { kind: 'unreadable'; of: 'object' | 'tribe' | 'survivor' | 'store'; id?: string };

export type SaveHead = {
  game: 'ase' | 'asa';
  version: number;
  map: string | undefined;
  /** Seconds of the game's own clock at the moment of the save. */
  gameTime: number;
};

/** What a reading came to. An object that cannot be read is passed over and counted, the first ones with their place. */
export type SaveReport = {
  objectCount: number;
  failureCount: number;
  failures: { place: string; reason: string }[];
  /** Of tribes and survivors in the store. Their failures are among those above, before all others. */
  archives: { count: number; failureCount: number };
  classes: SavedClass[];
};

/** An open save. Its rows are read while they are asked for, so that a big world never stands in memory as a whole. */
export type OpenSave = {
  head: SaveHead;
  /** Undefined: much was read that gives no row. */
  rows(): Generator<SavedRow | undefined, SaveReport>;
  close(): void;
};
