import type { ContentHash, KnownObjects } from './known-objects.ts';

export type Coordinates = { x: number; y: number; z: number };

/** Something that players built. Times are seconds of the game's own clock. */
export type SavedStructure = {
  /** The UUID of its row in hex (Ascended), or the game's number for it (Evolved). */
  id: string;
  className: string;
  /** `TargetingTeam`: a tribe, or the number of a survivor without one. */
  teamId: number;
  teamName?: string;
  ownerArkId?: string;
  ownerName?: string;
  /** The name that its builder gave it. */
  name?: string;
  place: Coordinates;
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
  /** A tribe, or their own number without one. */
  teamId?: number;
  /** When last seen: the last login, or the last moment in their body. Seconds of the game's clock. */
  loginAt?: number;
  place?: Coordinates;
};

export type ClassKind = 'structure' | 'creature' | 'item' | 'survivor' | 'other';
export type SavedClass = { className: string; kind: ClassKind; directory?: string; count: number };

/** A square of the map, and how high above or below zero objects in it stood. */
export type GroundCell = {
  /** Its place: x and y of the world, divided by the side of a cell and rounded down. */
  x: number;
  y: number;
  /** In metres, lowest first; a few that represent all. */
  heights: number[];
  /** Creatures that live in water only. */
  swimmers: number;
};

/** Rows in the sequence of the save; survivors and tribes may also come from separate files. */
export type SavedRow =
  | { kind: 'structure'; structure: SavedStructure; content?: ContentHash }
  | { kind: 'tribe'; tribe: SavedTribe }
  | { kind: 'survivor'; survivor: SavedSurvivor }
  | UnreadableRow;

/**
 * Something that exists but cannot be read: it must not be considered gone. The id, if known, is that of the row it would
 * have been. Objects are structures or bodies; a store is all tribes and survivors.
 */
export type UnreadableRow = { kind: 'unreadable'; of: 'object' | 'tribe' | 'survivor' | 'store'; id?: string };

export type SaveHead = {
  game: 'ase' | 'asa';
  version: number;
  map: string | undefined;
  /** Seconds of the game's own clock at the time of the save. */
  gameTime: number;
};

/** The result of reading a save. Unreadable objects are skipped and counted, the first ones with their location. */
export type SaveReport = {
  objectCount: number;
  failureCount: number;
  failures: { place: string; reason: string }[];
  /** Tribes and survivors in the store. Their failures come first among those above. */
  archives: { count: number; failureCount: number };
  classes: SavedClass[];
  /** Where objects stood on the ground, and how high. */
  ground: GroundCell[];
};

/** An open save. Rows are read lazily, so that a big world is never in memory as a whole. */
export type OpenSave = {
  head: SaveHead;
  /** Undefined: a batch of objects was read without a row. Structures that are known are left out. */
  rows(known?: KnownObjects): Generator<SavedRow | undefined, SaveReport>;
  close(): void;
};
