import type { PartOutput, ReplyOutput } from '@tribehall/contract';
import type { AuditAction } from '@tribehall/contract/shared/audit-actions';
import { inTransaction, type Ctx } from '../../context.ts';
import { fieldError } from '../../errors.ts';
import * as store from './audit.store.ts';
import { append } from './chain.service.ts';
import { findAnchor } from './chain.store.ts';
import { toEntry } from './entry.ts';

/** Who did it: a person over the web, or the operator at the console. */
export type Actor = {
  userId: string | null;
  username: string;
  address: string;
  /** The API token it was done with. */
  token?: { name: string } | undefined;
};

export const operator: Actor = { userId: null, username: 'operator', address: 'console' };

const pageSize = 50;
const maxActors = 200;

export type AuditQuery = PartOutput<'GET /audit', 'query'>;
export type AuditEntry = ReplyOutput<'GET /audit'>['entries'][number];

/** Records an action. Call it in the action's transaction, so that neither is stored without the other. */
export async function record(
  ctx: Ctx,
  actor: Actor,
  entry: { action: string; target: string; outcome: string; details?: Record<string, unknown> },
): Promise<void> {
  const { lastSteps } = ctx;
  if (!lastSteps) return inTransaction(ctx, (ctx) => record(ctx, actor, entry));
  const { action, target, outcome } = entry;
  const details = actor.token ? { ...entry.details, apiToken: actor.token.name } : (entry.details ?? null);
  const { userId: actorId, username, address } = actor;
  const note = { at: ctx.clock(), actorId, actor: username, address, action, target, outcome, details };
  lastSteps.push((ctx) => append(ctx, note));
}

export async function list(ctx: Ctx, query: AuditQuery, limit = pageSize): Promise<ReplyOutput<'GET /audit'>> {
  if (query.from && query.to && query.from > query.to)
    throw fieldError('BAD_REQUEST', 'from', 'The start must be before the end.');
  const { search, actor, action, target } = query;
  const id = query.id === undefined ? undefined : BigInt(query.id);
  const span = { from: storable(query.from), to: storable(query.to), before: await findBefore(ctx, query.before) };
  const rows = await store.findEntries(ctx.db, { id, search, actor, action, target, ...span }, limit + 1);
  return { entries: rows.slice(0, limit).map(toEntry), hasMore: rows.length > limit };
}

/** The actors of the newest entries, for filtering. */
export async function listActors(ctx: Ctx): Promise<ReplyOutput<'GET /audit/actors'>> {
  return store.findActors(ctx.db, maxActors);
}

/** What was done to a player, newest first. Who may see it is for the caller to decide. */
export async function listPlayerEntries(
  ctx: Ctx,
  filter: store.PlayerFilter,
): Promise<{ entries: AuditEntry[]; hasMore: boolean }> {
  const rows = await store.findPlayerEntries(ctx.db, filter, pageSize + 1);
  return { entries: rows.slice(0, pageSize).map(toEntry), hasMore: rows.length > pageSize };
}

/** Those who administer an object see what was done to it; what users did there for themselves is not theirs to see. */
const administration = {
  serverId: [
    'chat.logging',
    'chat.name',
    'chat.relay',
    'chat.settings',
    'clusters.addServer',
    'clusters.removeServer',
    'history.leaderboards',
    'history.visibleTo',
    'moderators.edit',
    'moderators.grant',
    'moderators.revoke',
    'moderators.role',
    'players.ban',
    'players.console',
    'players.kill',
    'players.unban',
    'sanctions.edit',
    'sanctions.found',
    'sanctions.import',
    'sanctions.impose',
    'sanctions.lift',
    'sanctions.outcome',
    'sanctions.retry',
    'sanctions.undo',
    'servers.add',
    'servers.broadcast',
    'servers.console',
    'servers.join',
    'servers.rename',
    'servers.saveWorld',
    'servers.token',
    'servers.updateAgent',
    'structures.visibleTo',
    'whitelist.add',
    'whitelist.manage',
    'whitelist.remove',
    'whitelist.restore',
  ],
  clusterId: [
    'chat.logging',
    'chat.name',
    'chat.relay',
    'chat.settings',
    'clusters.addServer',
    'clusters.create',
    'clusters.removeServer',
    'clusters.rename',
    'sanctions.edit',
    'sanctions.import',
    'sanctions.impose',
    'sanctions.lift',
    'sanctions.retry',
    'sanctions.undo',
    'moderators.edit',
    'moderators.grant',
    'moderators.revoke',
    'moderators.role',
    'servers.broadcast',
    'whitelist.add',
    'whitelist.remove',
    'whitelist.restore',
  ],
  fileId: ['files.delete', 'files.restore', 'files.upload', 'files.visibility'],
} as const satisfies Record<store.ObjectFilter['field'], readonly AuditAction[]>;

/** What was done to an object, newest first. Who may see it is for the caller to decide. */
export async function listObjectEntries(
  ctx: Ctx,
  object: Pick<store.ObjectFilter, 'field' | 'id'>,
  before: string | undefined,
): Promise<ReplyOutput<'GET /ark/servers/{id}/activity'>> {
  const filter = { ...object, actions: administration[object.field], before: await findBefore(ctx, before) };
  const rows = await store.findObjectEntries(ctx.db, filter, pageSize + 1);
  return { entries: rows.slice(0, pageSize).map(toEntry), hasMore: rows.length > pageSize };
}

async function findBefore(ctx: Ctx, id: string | undefined): Promise<store.AuditFilter['before']> {
  if (id === undefined) return undefined;
  const position = await store.findPosition(ctx.db, BigInt(id));
  if (position) return position;
  // Removed by the retention since it was listed: nothing older is there.
  if (BigInt(id) <= ((await findAnchor(ctx.db))?.id ?? 0n)) return { at: new Date(0), id: 0n };
  throw fieldError('BAD_REQUEST', 'before', 'There is no such entry.');
}

/** Nothing is older than the epoch, and the database has no year 0. */
function storable(date: Date | undefined): Date | undefined {
  return date && date.getTime() < 0 ? new Date(0) : date;
}
