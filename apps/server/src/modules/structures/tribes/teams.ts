import type { SurvivorRow } from './survivors.store.ts';
import type { TribeRow } from './tribes.store.ts';

/** Who builds together: a tribe, or a survivor without one. */
export type Team = {
  id: number;
  name: string;
  isTribe: boolean;
  tribe: TribeRow | undefined;
  /** By ARK id. */
  members: ReadonlyMap<string, Member>;
  lastActiveAt: Date | null;
};

export type Teams = ReadonlyMap<number, Team>;

/** Everyone who builds on a server. */
export type ServerTeams = { teams: Teams; survivors: SurvivorRow[]; tag: string };

/** `survivor` is missing where the save has no profile of a listed member. */
export type Member = { arkId: string; name: string; survivor: SurvivorRow | undefined };

type Gathering = Omit<Team, 'id' | 'lastActiveAt'> & { members: Map<string, Member> };

/** Last activity: as seen by the portal, or by the login time in the save. */
export function lastSeenAt({ isOnline, loginAt, playedAt }: SurvivorRow, now: Date): Date | null {
  return isOnline ? now : latest([loginAt, playedAt]);
}

/** The team id of a survivor without a tribe; undefined where JavaScript would round it to the id of another one. */
export function ownTeamId(arkId: string): number | undefined {
  const id = Number(arkId);
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}

/** All tribes, and everyone without one, by id. Members are those whom a tribe lists and those who name the tribe. */
export function gatherTeams(tribes: TribeRow[], survivors: SurvivorRow[], now: Date): Map<number, Team> {
  const byArkId = new Map(survivors.map((survivor) => [survivor.arkId, survivor]));
  const named = new Set<string>();
  const teams = new Map<number, Gathering>();
  for (const tribe of tribes) {
    const members = new Map<string, Member>();
    for (const { arkId, name } of tribe.members) {
      const survivor = byArkId.get(arkId);
      members.set(arkId, { arkId, name: survivor?.name ?? name, survivor });
      // A removed tribe has no members any more.
      if (tribe.goneAt === null) named.add(arkId);
    }
    teams.set(tribe.id, { name: tribe.name, isTribe: true, tribe, members });
  }
  for (const survivor of survivors) {
    const { arkId, name, tribeId } = survivor;
    if (tribeId === null && named.has(arkId)) continue;
    const id = tribeId ?? ownTeamId(arkId);
    if (id === undefined) continue;
    const isAlone = id === ownTeamId(arkId);
    const team = teams.get(id) ?? {
      name: isAlone ? name : '',
      isTribe: !isAlone,
      tribe: undefined,
      members: new Map(),
    };
    team.members.set(arkId, { arkId, name, survivor });
    teams.set(id, team);
  }
  return new Map([...teams].map(([id, team]) => [id, { id, ...team, lastActiveAt: lastActiveAt(team, now) }]));
}

function lastActiveAt({ members }: Gathering, now: Date): Date | null {
  let found: Date | null = null;
  for (const { survivor } of members.values()) found = latest([found, survivor ? lastSeenAt(survivor, now) : null]);
  return found;
}

export function latest(dates: readonly (Date | null)[]): Date | null {
  let found: Date | null = null;
  for (const date of dates) if (date && (!found || date > found)) found = date;
  return found;
}

/** In people, for the cache. */
export function sizeOfTeams({ teams, survivors }: ServerTeams): number {
  let size = survivors.length;
  for (const { members } of teams.values()) size += 1 + members.size;
  return size;
}
