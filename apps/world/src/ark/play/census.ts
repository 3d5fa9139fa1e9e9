import type { Spot } from '../land/structure.ts';
import { idKey, type Survivor, type Tribe } from '../survivor.ts';

/** Someone who has ever played here. */
export type Citizen = {
  survivor: Survivor;
  /** Seconds of the game's own clock. */
  loginAt: number;
  /** Where the body is, asleep or awake; undefined for players who left long ago. */
  spot: Spot | undefined;
};

/** Everyone the server knows, online or not: the survivors in its saves. */
export type Census = {
  all: () => Citizen[];
  find: (playerId: string) => Citizen | undefined;
  ofTribe: (tribe: Tribe) => Citizen[];
  note: (citizen: Citizen) => void;
};

export function createCensus(): Census {
  const known = new Map<string, Citizen>();
  const all = () => [...known.values()];
  return {
    all,
    find: (playerId) => known.get(idKey(playerId)),
    ofTribe: (tribe) => all().filter(({ survivor }) => survivor.tribe === tribe),
    note: (citizen) => known.set(idKey(citizen.survivor.playerId), citizen),
  };
}

type Presence = { survivor: Survivor; isDead: boolean };

/** Players online, in the order in which they joined. */
export type Roster = {
  survivors: () => Survivor[];
  has: (playerId: string) => boolean;
  find: (playerId: string) => Survivor | undefined;
  findWhere: (isWanted: (survivor: Survivor) => boolean) => Survivor | undefined;
  add: (survivor: Survivor) => void;
  remove: (playerId: string) => void;
  isDead: (playerId: string) => boolean;
  setDead: (playerId: string, isDead: boolean) => void;
  clear: () => void;
};

export function createRoster(): Roster {
  const present = new Map<string, Presence>();
  const survivors = () => [...present.values()].map(({ survivor }) => survivor);
  return {
    survivors,
    has: (playerId) => present.has(idKey(playerId)),
    find: (playerId) => present.get(idKey(playerId))?.survivor,
    findWhere: (isWanted) => survivors().find(isWanted),
    add: (survivor) => present.set(idKey(survivor.playerId), { survivor, isDead: false }),
    remove: (playerId) => present.delete(idKey(playerId)),
    isDead: (playerId) => present.get(idKey(playerId))?.isDead ?? false,
    setDead: (playerId, isDead) => {
      const presence = present.get(idKey(playerId));
      if (presence) presence.isDead = isDead;
    },
    clear: () => present.clear(),
  };
}
