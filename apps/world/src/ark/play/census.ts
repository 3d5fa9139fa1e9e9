import type { Spot } from '../land/structure.ts';
import { idKey, type Survivor, type Tribe } from '../survivor.ts';

/** Someone who has ever played here. */
export type Citizen = {
  survivor: Survivor;
  /** Seconds of the game's own clock. */
  loginAt: number;
  /** Where the body is, asleep or awake; nobody's who is long gone. */
  spot: Spot | undefined;
};

/** Everyone whom the server knows, online or not: whoever is in its saves. */
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
