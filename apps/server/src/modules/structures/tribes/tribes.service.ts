import type { ReplyOutput } from '@tribehall/contract';
import type { Ctx } from '../../../context.ts';
import type { TextSearch } from '../../../db/text-search.ts';
import { AppError } from '../../../errors.ts';
import type { Caller } from '../../sessions/sessions.service.ts';
import { mayReadLog, readOwnLogs, readView, readViews, requireTeam, type OwnCharacter } from '../structures.policy.ts';
import type { SurvivorRow } from './survivors.store.ts';
import { nameOf, readServerTeams, readTeams } from './teams.service.ts';
import { latest, lastSeenAt, type Member, type Team } from './teams.ts';
import * as store from './tribes.store.ts';

type Tribe = ReplyOutput<'GET /ark/servers/{id}/tribes'>[number];
type Survivor = ReplyOutput<'GET /ark/servers/{id}/survivors'>[number];
type TribePage = ReplyOutput<'GET /ark/servers/{id}/tribes/{tribeId}'>;

const unknownTribe = "This tribe doesn't exist.";

export async function listTribes(ctx: Ctx, caller: Caller, serverId: string): Promise<Tribe[]> {
  const { teamIds } = await readView(ctx, caller, serverId);
  if (teamIds?.length === 0) return [];
  const teams = await readTeams(ctx, serverId);
  const builders = new Map((await store.findBuilders(ctx.db, serverId, teamIds)).map((row) => [row.id, row]));
  const ids = teamIds ?? [...new Set([...teams.keys(), ...builders.keys()])];
  const listed = ids
    .filter((id) => builders.has(id) || teams.has(id))
    .map((id) => toTribe(id, teams.get(id), builders.get(id)));
  // A survivor without a tribe and without structures is not listed as a tribe.
  return listed
    .filter((tribe) => tribe.isTribe || tribe.structureCount > 0)
    .toSorted((a, b) => b.structureCount - a.structureCount || a.id - b.id);
}

export async function readTribe(ctx: Ctx, caller: Caller, serverId: string, id: number): Promise<TribePage> {
  const view = await readView(ctx, caller, serverId);
  requireTeam(view, id, unknownTribe);
  const team = (await readTeams(ctx, serverId)).get(id);
  const [builder] = await store.findBuilders(ctx.db, serverId, [id]);
  const [first] = team?.members.values() ?? [];
  const firstSeenAt = team?.tribe?.firstSeenAt ?? builder?.firstSeenAt ?? first?.survivor?.firstSeenAt;
  if (!firstSeenAt) throw new AppError('NOT_FOUND', unknownTribe);
  const now = ctx.clock();
  const own = team?.tribe && (await store.findTribe(ctx.db, serverId, id));
  const members = [...(team?.members.values() ?? [])];
  return {
    ...toTribe(id, team, builder),
    firstSeenAt,
    members: members.map((member) => toMember(member, own, now)).toSorted(byLastSeen),
    classes: await store.countClasses(ctx.db, serverId, id),
    log: mayReadLog(view, id) ? (own?.log ?? []) : null,
  };
}

/** As far as the caller can tell, a hidden tribe does not exist; of one they see, strangers may not read the log. */
export async function requireTribeLog(ctx: Ctx, caller: Caller, serverId: string, id: number): Promise<void> {
  const view = await readView(ctx, caller, serverId);
  if (view.mayReadLogs) return;
  requireTeam(view, id, unknownTribe);
  if (!mayReadLog(view, id))
    throw new AppError('FORBIDDEN', 'Only tribe members, and admins and moderators of the server, can read this log.');
}

/** The tribes of these characters, all of one user, whose logs that user may read. */
export function listOwnLogs(
  ctx: Ctx,
  characters: readonly OwnCharacter[],
): Promise<{ serverId: string; id: number }[]> {
  return readOwnLogs(ctx, characters);
}

/** Tribes of all servers that the caller may see and whose name matches. */
export async function searchTribes(
  ctx: Ctx,
  caller: Caller,
  search: TextSearch,
  limit: number,
): Promise<ReplyOutput<'GET /search'>['tribes']> {
  const rows = await store.searchTribes(ctx.db, search, await readViews(ctx, caller), limit);
  return rows.map(({ id, name, serverId, serverName, memberCount }) => ({
    id: Number(id),
    name,
    server: { id: serverId, name: serverName },
    memberCount,
  }));
}

function toTribe(id: number, team: Team | undefined, builder: store.BuilderRow | undefined): Tribe {
  return {
    id,
    name: nameOf(team, id, builder?.name),
    isTribe: team?.isTribe ?? true,
    memberCount: team?.members.size ?? 0,
    structureCount: builder?.structureCount ?? 0,
    lastActiveAt: team?.lastActiveAt ?? null,
    goneAt: team?.tribe?.goneAt ?? null,
  };
}

function toMember(
  { arkId, name, survivor }: Member,
  tribe: store.TribeDetailsRow | undefined,
  now: Date,
): TribePage['members'][number] {
  return {
    arkId,
    name,
    playerId: survivor?.playerId ?? null,
    platformName: survivor?.platformName ?? null,
    level: survivor?.level ?? null,
    lastSeenAt: survivor ? lastSeenAt(survivor, now) : null,
    isOnline: survivor?.isOnline ?? false,
    goneAt: survivor?.goneAt ?? null,
    isOwner: tribe?.ownerArkId === arkId,
    isAdmin: tribe?.adminArkIds.includes(arkId) ?? false,
  };
}

/** Without coordinates: not even their own tribe sees where survivors are. */
export async function listSurvivors(ctx: Ctx, caller: Caller, serverId: string): Promise<Survivor[]> {
  const { teamIds } = await readView(ctx, caller, serverId);
  if (teamIds?.length === 0) return [];
  const { teams, survivors } = await readServerTeams(ctx, serverId);
  const now = ctx.clock();
  const teamOf = new Map<string, Team>();
  for (const team of teams.values())
    for (const arkId of team.members.keys()) if (isTheirs(team, teamOf.get(arkId))) teamOf.set(arkId, team);
  return survivors
    .map((row) => ({ row, team: teamOf.get(row.arkId) }))
    .filter(({ team }) => !teamIds || (team && teamIds.includes(team.id)))
    .map(({ row, team }) => toSurvivor(row, team, now))
    .toSorted(byLastSeen);
}

/** A removed tribe may still list survivors who have joined another one. */
function isTheirs({ tribe }: Team, known: Team | undefined): boolean {
  return known === undefined || (tribe?.goneAt ?? null) === null;
}

function toSurvivor(row: SurvivorRow, team: Team | undefined, now: Date): Survivor {
  const { arkId, playerId, name, platformName, level, isOnline, goneAt } = row;
  const tribe = team?.isTribe ? { id: team.id, name: nameOf(team, team.id) } : null;
  return { arkId, playerId, name, platformName, level, tribe, lastSeenAt: lastSeenAt(row, now), isOnline, goneAt };
}

type Seen = { lastSeenAt: Date | null; name: string };

function byLastSeen(a: Seen, b: Seen): number {
  if (a.lastSeenAt?.getTime() === b.lastSeenAt?.getTime()) return a.name < b.name ? -1 : 1;
  return latest([a.lastSeenAt, b.lastSeenAt]) === a.lastSeenAt ? -1 : 1;
}
