import type { Citizen } from '../play/census.ts';
import type { Tribe } from '../survivor.ts';

/** Writes the files next to a world: one object each, with names spelled out. */
export type Archives = {
  profile: (citizen: Citizen, map: string) => Buffer;
  tribe: (tribe: Tribe, members: readonly Citizen['survivor'][], map: string) => Buffer;
};
