import type { Game } from '../play/game.ts';
import { createRandom } from '../random.ts';
import { createTribe, idKey, type Survivor, type Tribe } from '../survivor.ts';
import { createSurvivor, createTribes } from './survivor-pool.ts';

/** A player who is to join: what is not given is generated. */
export type SurvivorIdea = Partial<Omit<Survivor, 'tribe'>> & { tribeName?: string };

export type Casting = { cast: (idea: SurvivorIdea) => Survivor };

/** Creates the server's tribes, and survivors from partial descriptions. A player who comes back is the same survivor. */
export function createCasting(seed: string, game: Game): Casting {
  const random = createRandom(`${seed} casting`);
  const known = new Map<string, Survivor>();
  game.tribes.push(...createTribes(random));

  const tribeNamed = (name: string): Tribe => {
    const tribe =
      game.tribes.find((tribe) => tribe.name === name) ?? createTribe(random.int(1_000_000_000, 2_000_000_000), name);
    if (!game.tribes.includes(tribe)) game.tribes.push(tribe);
    return tribe;
  };

  return {
    cast: ({ tribeName, ...given }) => {
      const before = given.playerId === undefined ? undefined : known.get(idKey(given.playerId));
      const survivor = { ...(before ?? createSurvivor(random, game.game, livingTribes(game))), ...given };
      if (tribeName !== undefined) survivor.tribe = tribeNamed(tribeName);
      known.set(idKey(survivor.playerId), survivor);
      return survivor;
    },
  };
}

function livingTribes({ tribes }: Game): Tribe[] {
  return tribes.filter(({ isLost }) => !isLost);
}
