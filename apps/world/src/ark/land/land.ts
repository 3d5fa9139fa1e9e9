import type { Random } from '../random.ts';
import { teamOf, type Structure } from './structure.ts';

/** All that players have built on one server. */
export type Land = {
  /** The dice for what is built, damaged and destroyed. */
  random: Random;
  size: () => number;
  structures: () => Iterable<Structure>;
  ofTeam: (teamId: number) => Structure[];
  add: (structure: Omit<Structure, 'id' | 'uuid'>) => Structure;
  remove: (uuid: string) => void;
  /** How many creatures live there, and how many saves were written of it. */
  wildlife: number;
  saves: number;
};

const minWildlife = 60;

export function createLand(random: Random): Land {
  const standing = new Map<string, Structure>();
  const byTeam = new Map<number, Set<Structure>>();
  const ids = new Set<number>();
  return {
    wildlife: minWildlife,
    saves: 0,
    random,
    size: () => standing.size,
    structures: () => standing.values(),
    ofTeam: (teamId) => [...(byTeam.get(teamId) ?? [])],
    add: (given) => {
      const structure: Structure = { ...given, id: freshId(random, ids), uuid: freshUuid(random) };
      standing.set(structure.uuid, structure);
      const { id } = teamOf(structure);
      byTeam.set(id, (byTeam.get(id) ?? new Set()).add(structure));
      for (const neighbour of structure.neighbours) standing.get(neighbour)?.neighbours.push(structure.uuid);
      return structure;
    },
    remove: (uuid) => {
      const gone = standing.get(uuid);
      if (!gone) return;
      standing.delete(uuid);
      byTeam.get(teamOf(gone).id)?.delete(gone);
      for (const neighbour of gone.neighbours) {
        const other = standing.get(neighbour);
        if (other) other.neighbours = other.neighbours.filter((key) => key !== uuid);
      }
    },
  };
}

function freshId(random: Random, taken: Set<number>): number {
  let id = random.int(1, 2_000_000_000);
  while (taken.has(id)) id += 1;
  taken.add(id);
  return id;
}

function freshUuid(random: Random): string {
  const part = () =>
    random
      .int(0, 2 ** 32 - 1)
      .toString(16)
      .padStart(8, '0');
  return `${part()}${part()}${part()}${part()}`;
}
