import type { HistoryVisibility, ReplyOutput } from '@tribehall/contract';
import { inTransaction, type Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { record } from '../audit/audit.service.ts';
import { readNames, readPlaytimes } from '../journal/presence.service.ts';
import { requireServer } from '../servers/servers.service.ts';
import type { Caller } from '../sessions/sessions.service.ts';
import { extentOf, readSight, type Sight } from './people.policy.ts';
import * as store from './people.store.ts';

type Person = ReplyOutput<'GET /ark/players/{playerId}'>;
type PersonServer = Person['servers'][number];

/** Everyone who is online on any server; every user may see that. */
export async function listEveryoneOnline(ctx: Ctx): Promise<ReplyOutput<'GET /ark/players'>> {
  const rows = await store.findOnline(ctx.db);
  return rows.map(({ server_id, server_name, joined_at, ...row }) => ({
    ...row,
    server: { id: server_id, name: server_name },
    joinedAt: new Date(joined_at),
  }));
}

/** A person on all servers. Names and whether they are online are for every user, the rest as the servers allow. */
export async function readPerson(ctx: Ctx, caller: Caller, playerId: string): Promise<Person> {
  const sight = await readSight(ctx, caller);
  const [whereabouts, survivors, playtimes, names] = await Promise.all([
    store.findWhereabouts(ctx.db, playerId),
    store.findSurvivors(ctx.db, playerId),
    readPlaytimes(ctx, playerId),
    readNames(ctx, playerId),
  ]);
  const ids = new Set([...whereabouts, ...survivors].map(({ serverId }) => serverId));
  if (ids.size === 0) throw new AppError('NOT_FOUND', 'There is no such player.');
  const isYou = sight.ownPlayerIds.has(playerId);
  const adminOf = [...ids].filter((id) => sight.servers.get(id)?.isAdmin);
  const bans = await store.findBans(ctx.db, playerId, adminOf);
  const found = { whereabouts, survivors, playtimes, bans };
  const servers = [...ids].flatMap((id) => describeServer(sight, playerId, id, found)).toSorted(lastSeenFirst);
  const seenNames = names.filter(({ serverId }) => extentOf(sight, serverId, playerId) !== 'none');
  return {
    id: playerId,
    name: servers.find(({ name }) => name !== null)?.name ?? servers[0]?.survivor ?? playerId,
    isYou,
    account: sight.isAdmin || isYou ? ((await store.findAccount(ctx.db, playerId)) ?? null) : null,
    servers,
    names: seenNames.map(({ kind, name, serverId, firstAt, lastAt }) => ({
      kind,
      name,
      server: placeOf(sight, serverId),
      firstAt,
      lastAt,
    })),
  };
}

type Found = {
  whereabouts: readonly store.WhereaboutsRow[];
  survivors: readonly store.SurvivorRow[];
  playtimes: Awaited<ReturnType<typeof readPlaytimes>>;
  bans: Awaited<ReturnType<typeof store.findBans>>;
};

function describeServer(sight: Sight, playerId: string, id: string, found: Found): PersonServer[] {
  const server = sight.servers.get(id);
  if (!server) return [];
  const where = found.whereabouts.find(({ serverId }) => serverId === id);
  const survivor = found.survivors.find(({ serverId }) => serverId === id);
  const playtime = found.playtimes.find(({ serverId }) => serverId === id);
  const ban = found.bans.find(({ serverId }) => serverId === id);
  const isHistoryVisible = extentOf(sight, id, playerId) !== 'none';
  const onlineSince = where?.joinedAt ?? null;
  const isShown = isHistoryVisible || onlineSince !== null;
  return [
    {
      server: placeOf(sight, id),
      name: where?.onlineName ?? where?.name ?? survivor?.platformName ?? null,
      survivor: where?.onlineSurvivor ?? survivor?.name ?? null,
      level: isShown ? (survivor?.level ?? null) : null,
      tribe: isShown ? tribeOf(survivor) : null,
      onlineSince,
      isHistoryVisible,
      isAdmin: server.isAdmin,
      firstSeenAt: isHistoryVisible ? (playtime?.firstAt ?? null) : null,
      lastSeenAt: isHistoryVisible ? (playtime?.lastAt ?? where?.seenAt ?? null) : null,
      playtimeMs: isHistoryVisible ? (playtime?.ms ?? 0) : null,
      sessionCount: isHistoryVisible ? (playtime?.count ?? 0) : null,
      ban: ban ? { bannedBy: ban.bannedBy, bannedAt: ban.bannedAt } : null,
    },
  ];
}

function tribeOf(survivor: store.SurvivorRow | undefined): PersonServer['tribe'] {
  const { tribe = null, tribeId = null } = survivor ?? {};
  return tribe === null || tribeId === null ? null : { id: tribeId, name: tribe };
}

function placeOf({ servers }: Sight, id: string): PersonServer['server'] {
  return { id, name: servers.get(id)?.name ?? '' };
}

function lastSeenFirst(a: PersonServer, b: PersonServer): number {
  const seen = ({ onlineSince, lastSeenAt }: PersonServer) =>
    onlineSince ? Number.MAX_SAFE_INTEGER : (lastSeenAt?.getTime() ?? 0);
  return seen(b) - seen(a) || (a.server.name < b.server.name ? -1 : 1);
}

export async function readVisibility(
  ctx: Ctx,
  caller: Caller,
  serverId: string,
): Promise<{ visibleTo: HistoryVisibility; mayChange: boolean }> {
  await requireServer(ctx, serverId);
  const server = (await readSight(ctx, caller)).servers.get(serverId);
  return { visibleTo: server?.visibleTo ?? 'admins', mayChange: server?.isAdmin ?? false };
}

export async function setVisibility(
  ctx: Ctx,
  caller: Caller,
  serverId: string,
  visibleTo: HistoryVisibility,
): Promise<{ visibleTo: HistoryVisibility }> {
  const { name } = await requireServer(ctx, serverId);
  return inTransaction(ctx, async (ctx) => {
    await store.setHistoryVisibleTo(ctx.db, serverId, visibleTo);
    const details = { serverId, visibleTo };
    await record(ctx, caller, { action: 'history.visibleTo', target: name, outcome: 'done', details });
    return { visibleTo };
  });
}
