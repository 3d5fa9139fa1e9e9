import type { Citizen } from '../play/census.ts';
import type { Tribe } from '../survivor.ts';

/** How a game writes the files that lie beside a world: one object each, with names written out. */
export type Archives = {
  profile: (citizen: Citizen, map: string) => Buffer;
  tribe: (tribe: Tribe, members: readonly Citizen['survivor'][], map: string) => Buffer;
};
