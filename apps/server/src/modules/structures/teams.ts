import type { SurvivorRow } from './survivors.store.ts';
import type { TribeRow } from './tribes.store.ts';

/** Whoever builds together: a tribe, or somebody without one. */
export type Team = {
  id: number;
  name: string;
  tribe: TribeRow | undefined;
  members: Member[];
  lastActiveAt: Date | null;
};

/** Somebody a tribe names may not have been read. */
export type Member = { arkId: string; name: string; survivor: SurvivorRow | undefined };

/** When somebody was last there: seen by the portal, or by what the save tells. */
export function lastSeenAt({ isOnline, loginAt, playedAt }: SurvivorRow, now: Date): Date | null {
  return isOnline ? now : latest([loginAt, playedAt]);
}

/** The game's number that a survivor builds under. */
export function teamIdOf({ tribeId, arkId }: Pick<SurvivorRow, 'tribeId' | 'arkId'>): number {
  return tribeId ?? Number(arkId);
}

/** All tribes, and everyone who is in none, by number. A tribe's members are those it names and those who name it. */
export function gatherTeams(tribes: TribeRow[], survivors: SurvivorRow[], now: Date): Map<number, Team> {
  const byArkId = new Map(survivors.map((survivor) => [survivor.arkId, survivor]));
  const named = new Set(tribes.flatMap(({ members }) => members.map(({ arkId }) => arkId)));
  const teams = new Map<number, { name: string; tribe: TribeRow | undefined; members: Map<string, Member> }>();
  for (const tribe of tribes) {
    const members = tribe.members.map(({ arkId, name }) => {
      const survivor = byArkId.get(arkId);
      return [arkId, { arkId, name: survivor?.name ?? name, survivor }] as const;
    });
    teams.set(tribe.id, { name: tribe.name, tribe, members: new Map(members) });
  }
  for (const survivor of survivors) {
    const { arkId, name } = survivor;
    if (survivor.tribeId === null && named.has(arkId)) continue;
    const id = teamIdOf(survivor);
    // A number that nobody else can have: they build for themselves.
    const team = teams.get(id) ?? { name: id === Number(arkId) ? name : '', tribe: undefined, members: new Map() };
    team.members.set(arkId, { arkId, name, survivor });
    teams.set(id, team);
  }
  return new Map([...teams].map(([id, team]) => [id, finish(id, team, now)]));
}

function finish(
  id: number,
  { name, tribe, members }: { name: string; tribe: TribeRow | undefined; members: Map<string, Member> },
  now: Date,
): Team {
  const all = [...members.values()];
  const lastActiveAt = latest(all.map(({ survivor }) => (survivor ? lastSeenAt(survivor, now) : null)));
  return { id, name, tribe, members: all, lastActiveAt };
}

export function latest(dates: readonly (Date | null)[]): Date | null {
  let found: Date | null = null;
  for (const date of dates) if (date && (!found || date > found)) found = date;
  return found;
}
