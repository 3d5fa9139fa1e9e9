import { idKey, type Survivor } from '../survivor.ts';

type Presence = { survivor: Survivor; isDead: boolean };

/** Who is on the server, in the order of coming. */
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
