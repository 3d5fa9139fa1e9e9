import { randomUUID } from 'node:crypto';
import {
  moderatorPowers,
  roles,
  type ModeratorPower,
  type PartOutput,
  type Reach,
  type ReplyOutput,
} from '@tribehall/contract';
import { inTransaction, type Ctx } from '../../context.ts';
import { AppError, fieldError } from '../../errors.ts';
import { foldLookAlikes } from '../../reserved-names.ts';
import { record } from '../audit/audit.service.ts';
import { requireCluster } from '../clusters/clusters.service.ts';
import { notify } from '../notifications/notifications.service.ts';
import { requireServer } from '../servers/servers.service.ts';
import type { Caller } from '../sessions/sessions.service.ts';
import { publishMe } from '../users/users.service.ts';
import * as store from './grants.store.ts';
import { readPowers } from './moderators.service.ts';

type Moderator = ReplyOutput<'GET /ark/moderators'>[number];
type Given = PartOutput<'PUT /ark/moderators/{moderatorId}', 'body'>;

const candidateLimit = 8;

/** `serverId`: of that server alone, as its admins may; undefined for Admins, who may change all of them. */
export type Target = { moderatorId: string; serverId: string | undefined };

export async function listAll(ctx: Ctx, clusterId: string | undefined): Promise<Moderator[]> {
  if (clusterId !== undefined) await requireCluster(ctx, clusterId);
  const rows = await (clusterId === undefined ? store.findAll(ctx.db) : store.findOfCluster(ctx.db, clusterId));
  return rows.map((row) => toModerator(row, undefined));
}

export async function listOfServer(ctx: Ctx, serverId: string): Promise<Moderator[]> {
  return (await store.findOfServer(ctx.db, serverId)).map((row) => toModerator(row, serverId));
}

/** Users to choose from. What is typed in full still works for those who are not among them. */
export async function searchCandidates(ctx: Ctx, search: string): Promise<{ name: string }[]> {
  const key = foldLookAlikes(search);
  return key.length < 2 ? [] : store.findCandidates(ctx.db, key, candidateLimit);
}

export async function grant(
  ctx: Ctx,
  caller: Caller,
  { username, reach, ...given }: Given & { username: string; reach: Reach },
): Promise<Moderator> {
  const place = await placeOf(ctx, reach);
  const allowed = await requireWithinOwn(ctx, caller, reach, given);
  return inTransaction(ctx, async (ctx) => {
    const user = await requireUser(ctx, username);
    if (await store.isGranted(ctx.db, { userId: user.id, ...place }))
      throw fieldError('CONFLICT', 'username', 'This user is already a moderator here.');
    const id = randomUUID();
    const by = { grantedBy: caller.username, grantedAt: ctx.clock() };
    await store.insertGrant(ctx.db, { id, userId: user.id, ...place, ...allowed, ...by });
    const row = await requireGrant(ctx, { moderatorId: id, serverId: undefined });
    await announce(ctx, caller, 'moderators.grant', row, `You are now a moderator of ${labelOf(row)}`);
    return toModerator(row, reach.type === 'server' ? reach.serverId : undefined);
  });
}

export async function edit(ctx: Ctx, caller: Caller, target: Target, given: Given): Promise<Moderator> {
  return inTransaction(ctx, async (ctx) => {
    const before = await requireChangeable(ctx, target);
    const allowed = await requireWithinOwn(ctx, caller, reachOf(before), given);
    await store.updateGrant(ctx.db, before.id, allowed);
    const row = { ...before, ...allowed };
    await announce(ctx, caller, 'moderators.edit', row, `What you may do on ${labelOf(row)} has changed`);
    return toModerator(row, target.serverId);
  });
}

export async function revoke(ctx: Ctx, caller: Caller, target: Target): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const row = await requireChangeable(ctx, target);
    await store.deleteGrant(ctx.db, row.id);
    await announce(ctx, caller, 'moderators.revoke', row, `You are no longer a moderator of ${labelOf(row)}`);
  });
}

/** Nobody grants what they may not do themselves. */
export async function requireWithinOwn(
  ctx: Ctx,
  caller: Caller,
  reach: Reach,
  { powers, maxBanDays }: Given,
): Promise<Given> {
  const own = await readPowers(ctx, caller, reach);
  if (powers.some((power) => !own.has(power)))
    throw fieldError('FORBIDDEN', 'powers', "You can't give someone powers that you don't have.");
  if (!powers.includes('ban')) return { powers, maxBanDays: null };
  if (own.maxBanDays !== null && (maxBanDays === null || maxBanDays > own.maxBanDays))
    throw fieldError('FORBIDDEN', 'maxBanDays', `You may ban for at most ${own.maxBanDays} days yourself.`);
  return { powers, maxBanDays };
}

/** The columns of a reach that exists. */
export async function placeOf(
  ctx: Ctx,
  reach: Reach,
): Promise<Pick<store.NewGrant, 'reach' | 'serverId' | 'clusterId'> & { reachName: string }> {
  const named = async () => {
    if (reach.type === 'server') return (await requireServer(ctx, reach.serverId)).name;
    return reach.type === 'cluster' ? (await requireCluster(ctx, reach.clusterId)).name : 'all servers';
  };
  const reachName = await named().catch((error: unknown) => {
    throw error instanceof AppError ? fieldError(error.code, 'reach', error.message) : error;
  });
  return {
    reach: reach.type,
    reachName,
    serverId: reach.type === 'server' ? reach.serverId : null,
    clusterId: reach.type === 'cluster' ? reach.clusterId : null,
  };
}

async function requireUser(ctx: Ctx, username: string): Promise<store.UserRow> {
  // Keys of early accounts still have accents.
  const keys = [foldLookAlikes(username), username.normalize('NFKC').toLowerCase()];
  const user = await store.lockUserByName(ctx.db, keys);
  if (!user || user.roles.includes(roles.DiscordBot))
    throw fieldError('NOT_FOUND', 'username', 'There is no user with this name.');
  if (user.disabledAt !== null) throw fieldError('CONFLICT', 'username', 'The account of this user is disabled.');
  return user;
}

async function requireGrant(ctx: Ctx, { moderatorId, serverId }: Target): Promise<store.ListedGrant> {
  const row = await store.findGrant(ctx.db, moderatorId);
  if (!row || (serverId !== undefined && row.serverId !== serverId))
    throw new AppError('NOT_FOUND', 'There is no such moderator.');
  return row;
}

async function requireChangeable(ctx: Ctx, target: Target): Promise<store.ListedGrant> {
  await store.lockGrant(ctx.db, target.moderatorId);
  const row = await requireGrant(ctx, target);
  if (row.roleRuleId !== null)
    throw new AppError('CONFLICT', 'This comes with a role in Discord. Take the role away there, or change its rule.');
  return row;
}

/** Of a removed server or cluster: none, which nobody has powers on. */
function reachOf({ reach, serverId, clusterId }: store.ListedGrant): Reach {
  if (reach === 'server') return { type: 'server', serverId: serverId ?? '' };
  return reach === 'cluster' ? { type: 'cluster', clusterId: clusterId ?? '' } : { type: 'all' };
}

const labelOf = ({ reachName }: store.ListedGrant) => reachName;

/** Records it, drops what is in memory about the user on all portals, and tells the user. */
async function announce(ctx: Ctx, caller: Caller, action: string, row: store.ListedGrant, text: string): Promise<void> {
  const { userId, username, reachName, reach, serverId, clusterId, powers, maxBanDays } = row;
  const place = { reach, ...(serverId && { serverId }), ...(clusterId && { clusterId }) };
  const details = { userId, ...place, powers, maxBanDays };
  await record(ctx, caller, { action, target: `${username} on ${reachName}`, outcome: 'done', details });
  await publishMe(ctx, userId);
  if (userId === caller.userId) return;
  await notify(ctx, [userId], { kind: 'role.changed', key: `moderator ${randomUUID()}`, text, path: pathOf(row) });
}

function pathOf({ serverId, clusterId }: store.ListedGrant): string {
  if (serverId !== null) return `/arkbot/servers/${serverId}`;
  return clusterId === null ? '/arkbot/servers' : `/arkbot/clusters/${clusterId}`;
}

function toModerator(row: store.ListedGrant, onServer: string | undefined): Moderator {
  const { id, userId, username, reach, serverId, clusterId, reachName, maxBanDays, role, grantedBy, grantedAt } = row;
  return {
    id,
    user: { id: userId, name: username },
    reach: { type: reach, id: serverId ?? clusterId, name: reachName },
    powers: knownPowers(row.powers),
    maxBanDays,
    role,
    grantedBy,
    grantedAt,
    mayChange: row.roleRuleId === null && (onServer === undefined || serverId === onServer),
  };
}

/** A newer portal may have stored others. */
export function knownPowers(powers: readonly string[]): ModeratorPower[] {
  return moderatorPowers.filter((power) => powers.includes(power));
}
