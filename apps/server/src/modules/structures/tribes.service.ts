import type { ReplyOutput } from '@tribehall/contract';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import type { Caller } from '../sessions/sessions.service.ts';
import { mayReadLog, readView, requireTeam } from './structures.policy.ts';
import { nameOf, readTeams } from './teams.service.ts';
import { latest, lastSeenAt, type Member, type Team } from './teams.ts';
import * as store from './tribes.store.ts';

type Tribe = ReplyOutput<'GET /ark/servers/{id}/tribes'>[number];
type TribePage = ReplyOutput<'GET /ark/servers/{id}/tribes/{tribeId}'>;

const unknownTribe = 'There is no such tribe.';

export async function listTribes(ctx: Ctx, caller: Caller, serverId: string): Promise<Tribe[]> {
  const { teamIds } = await readView(ctx, caller, serverId);
  if (teamIds?.length === 0) return [];
  const teams = await readTeams(ctx, serverId);
  const builders = new Map((await store.findBuilders(ctx.db, serverId, teamIds)).map((row) => [row.id, row]));
  const ids = teamIds ?? [...new Set([...teams.keys(), ...builders.keys()])];
  const listed = ids
    .filter((id) => builders.has(id) || teams.has(id))
    .map((id) => toTribe(id, teams.get(id), builders.get(id)));
  // Somebody in no tribe who has built nothing is a survivor and no more.
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
  tribe: store.TribeOwnRow | undefined,
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

type Seen = { lastSeenAt: Date | null; name: string };

export function byLastSeen(a: Seen, b: Seen): number {
  if (a.lastSeenAt?.getTime() === b.lastSeenAt?.getTime()) return a.name < b.name ? -1 : 1;
  return latest([a.lastSeenAt, b.lastSeenAt]) === a.lastSeenAt ? -1 : 1;
}
