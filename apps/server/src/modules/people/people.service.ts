import type { PartOutput, ReplyOutput } from '@tribehall/contract';
import { inTransaction, type Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { record } from '../audit/audit.service.ts';
import { readNames, readPlaytimes } from '../journal/presence.service.ts';
import { readBansOn } from '../sanctions/server-bans.service.ts';
import { requireServer } from '../servers/servers.service.ts';
import type { Caller } from '../sessions/sessions.service.ts';
import { extentOf, readSight, type SeenServer, type Sight } from './people.policy.ts';
import * as store from './people.store.ts';

/** For modules that put together what concerns a user. */
export { readSight, serversAdministered, type Sight } from './people.policy.ts';

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

/**
 * A person on the servers where they are online, which every user may know, or whose history the caller may see. Where
 * there is no such server it is as if nobody knew them.
 */
export async function readPerson(ctx: Ctx, caller: Caller, playerId: string): Promise<Person> {
  const sight = await readSight(ctx, caller);
  const [whereabouts, survivors, playtimes, names] = await Promise.all([
    store.findWhereabouts(ctx.db, playerId),
    store.findSurvivors(ctx.db, playerId),
    readPlaytimes(ctx, playerId),
    readNames(ctx, playerId),
  ]);
  const ids = new Set([...whereabouts, ...survivors].map(({ serverId }) => serverId));
  const isYou = sight.ownPlayerIds.has(playerId);
  const bannerOf = [...ids].filter((id) => sight.servers.get(id)?.has('ban'));
  const bans = await readBansOn(ctx, playerId, bannerOf);
  const found = { whereabouts, survivors, playtimes, bans };
  const servers = [...ids].flatMap((id) => describeServer(sight, playerId, id, found)).toSorted(lastSeenFirst);
  if (servers.length === 0) throw new AppError('NOT_FOUND', 'There is no such player.');
  const seenNames = names.filter(({ serverId }) => extentOf(sight, serverId, playerId) !== 'none');
  return {
    id: playerId,
    name: servers.find(({ name }) => name !== null)?.name ?? servers[0]?.survivor ?? playerId,
    isYou,
    account: (await store.findAccount(ctx.db, playerId, sight.isAdmin ? undefined : caller.userId)) ?? null,
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
  bans: Awaited<ReturnType<typeof readBansOn>>;
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
  if (!isHistoryVisible && onlineSince === null) return [];
  return [
    {
      server: placeOf(sight, id),
      name: where?.onlineName ?? where?.name ?? survivor?.platformName ?? null,
      survivor: where?.onlineSurvivor ?? survivor?.name ?? null,
      level: survivor?.level ?? null,
      tribe: tribeOf(survivor),
      onlineSince,
      isHistoryVisible,
      isAdmin: server.isAdmin,
      isModerator: server.isModerator,
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

type HistorySettings = ReplyOutput<'PUT /ark/servers/{id}/history'>;

export async function readHistory(
  ctx: Ctx,
  caller: Caller,
  serverId: string,
): Promise<ReplyOutput<'GET /ark/servers/{id}/history'>> {
  await requireServer(ctx, serverId);
  const server = (await readSight(ctx, caller)).servers.get(serverId);
  return { ...settingsOf(server), mayChange: server?.isAdmin ?? false };
}

function settingsOf(server: SeenServer | undefined): HistorySettings {
  return { visibleTo: server?.visibleTo ?? 'admins', hasLeaderboards: server?.hasLeaderboards ?? false };
}

/** Each setting that is given is recorded on its own. */
export async function changeHistory(
  ctx: Ctx,
  caller: Caller,
  serverId: string,
  { visibleTo, hasLeaderboards }: PartOutput<'PUT /ark/servers/{id}/history', 'body'>,
): Promise<HistorySettings> {
  const { name } = await requireServer(ctx, serverId);
  return inTransaction(ctx, async (ctx) => {
    const recordChange = (action: string, details: object) =>
      record(ctx, caller, { action, target: name, outcome: 'done', details: { serverId, ...details } });
    if (visibleTo !== undefined) {
      await store.updateHistory(ctx.db, serverId, { historyVisibleTo: visibleTo });
      await recordChange('history.visibleTo', { visibleTo });
    }
    if (hasLeaderboards !== undefined) {
      await store.updateHistory(ctx.db, serverId, { hasLeaderboards });
      await recordChange('history.leaderboards', { hasLeaderboards });
    }
    return settingsOf((await readSight(ctx, caller)).servers.get(serverId));
  });
}
