import { randomUUID } from 'node:crypto';
import { isAdmin, rights, type PartOutput, type Reach, type ReplyOutput } from '@tribehall/contract';
import { violatedIndex } from '../../db/db.ts';
import { inTransaction, type Ctx } from '../../context.ts';
import { AppError, fieldError } from '../../errors.ts';
import { record } from '../audit/audit.service.ts';
import { requireCluster } from '../clusters/clusters.service.ts';
import { readMembership, requireServer } from '../servers/servers.service.ts';
import type { Caller } from '../sessions/sessions.service.ts';
import * as management from './management.store.ts';
import { publishChanged, reconcile } from './reconcile.service.ts';
import * as store from './whitelist.store.ts';

type List = ReplyOutput<'GET /ark/whitelist'>;
type Query = PartOutput<'GET /ark/whitelist', 'query'>;

const maxOpen = 5;

export async function listEntries(ctx: Ctx, caller: Caller, query: Query): Promise<List> {
  if (query.serverId !== undefined && query.clusterId !== undefined)
    throw fieldError('BAD_REQUEST', 'clusterId', 'Choose a server or a cluster.');
  const reach = reachOf({ serverId: query.serverId ?? null, clusterId: query.clusterId ?? null });
  // Those who moderate a server may know who is let in everywhere, but not how far other servers are.
  const isForAll = reach.type === 'all' && !isAdmin(caller.roles);
  if (!isForAll) await requireReach(ctx, caller, reach);
  const { search = '', before, limit } = query;
  const { rows: found, total } = await store.findEntries(ctx.db, reach, { search, before, limit: limit + 1 });
  const rows = found.slice(0, limit);
  const managed = isForAll ? [] : await management.findManaged(ctx.db);
  const shown = reach.type === 'server' ? managed.filter(({ id }) => id === reach.serverId) : managed;
  const states = await readStates(ctx, shown, rows);
  const next = found.length > limit ? (rows.at(-1)?.id ?? null) : null;
  return { entries: rows.map((row) => toEntry(row, shown, states)), total, next };
}

export async function addEntry(
  ctx: Ctx,
  caller: Caller,
  { reach, playerId, note = '' }: PartOutput<'POST /ark/whitelist', 'body'>,
): Promise<ReplyOutput<'POST /ark/whitelist'>> {
  const reachName = await requireReach(ctx, caller, reach);
  const name = (await store.findNames(ctx.db, [playerId])).get(playerId) ?? playerId;
  const id = randomUUID();
  await inTransaction(ctx, async (ctx) => {
    const row = { id, playerId, name, reach: reach.type, ...idsOf(reach), reachName, note, by: caller.username };
    if (!(await store.insertEntry(ctx.db, { ...row, createdAt: ctx.clock() }))) throw already();
    await recordEntry(ctx, caller, 'whitelist.add', row);
    publishChanged(ctx);
  });
  startReconciling(ctx, reach);
  return { id };
}

export async function removeEntry(ctx: Ctx, caller: Caller, id: string): Promise<void> {
  await changeEntry(ctx, caller, id, async (ctx, row) => {
    if (row.removedAt !== null) throw new AppError('NOT_FOUND', 'There is no such entry.');
    await store.setRemoved(ctx.db, id, ctx.clock());
    await recordEntry(ctx, caller, 'whitelist.remove', row);
  });
}

export async function restoreEntry(ctx: Ctx, caller: Caller, id: string): Promise<void> {
  await changeEntry(ctx, caller, id, async (ctx, row) => {
    if (row.removedAt === null) return;
    if (await store.hasActive(ctx.db, row)) throw already();
    await store.setRemoved(ctx.db, id, null);
    await recordEntry(ctx, caller, 'whitelist.restore', row);
  }).catch((error: unknown) => {
    // Someone added the same entry just now.
    throw violatedIndex(error) === undefined ? error : already();
  });
}

async function changeEntry(
  ctx: Ctx,
  caller: Caller,
  id: string,
  change: (ctx: Ctx, row: store.EntryRow) => Promise<void>,
): Promise<void> {
  const reach = await inTransaction(ctx, async (ctx) => {
    const row = await store.lockEntry(ctx.db, id);
    // The server or cluster is gone, and with it what the entry was for.
    if (!row || (row.reach !== 'all' && row.serverId === null && row.clusterId === null))
      throw new AppError('NOT_FOUND', 'There is no such entry.');
    const reach = reachOf(row);
    await requireReach(ctx, caller, reach);
    await change(ctx, row);
    publishChanged(ctx);
    return reach;
  });
  startReconciling(ctx, reach);
}

export async function readManagement(ctx: Ctx, serverId: string): Promise<{ isManaged: boolean }> {
  await requireServer(ctx, serverId);
  return { isManaged: await management.isManaged(ctx.db, serverId) };
}

/** Turned on, players on the list of the game get entries, as soon as its file is known. Turned off, the file stays as it is. */
export async function setManagement(
  ctx: Ctx,
  caller: Caller,
  serverId: string,
  isManaged: boolean,
): Promise<{ isManaged: boolean }> {
  const { name } = await requireServer(ctx, serverId);
  await inTransaction(ctx, async (ctx) => {
    const row = { serverId, managedBy: caller.username, managedAt: ctx.clock() };
    const isChanged = isManaged
      ? await management.putManaged(ctx.db, row)
      : await management.deleteManaged(ctx.db, serverId);
    const details = { serverId, isManaged };
    if (isChanged) await record(ctx, caller, { action: 'whitelist.manage', target: name, outcome: 'done', details });
    if (isChanged) publishChanged(ctx);
  });
  void reconcile(ctx, serverId);
  return { isManaged };
}

/** The name of the server or cluster; throws if the caller does not administer all servers of the reach. */
async function requireReach(ctx: Ctx, caller: Caller, reach: Reach): Promise<string> {
  if (reach.type === 'server') {
    if (!(await readMembership(ctx, caller, reach.serverId)).isAdmin)
      throw new AppError('FORBIDDEN', rights.serverAdmin, { right: 'serverAdmin' });
    return (await requireServer(ctx, reach.serverId)).name;
  }
  if (!isAdmin(caller.roles)) throw new AppError('FORBIDDEN', rights.admin, { right: 'admin' });
  return reach.type === 'cluster' ? (await requireCluster(ctx, reach.clusterId)).name : 'All servers';
}

function reachOf({ serverId, clusterId }: { serverId: string | null; clusterId: string | null }): Reach {
  if (serverId !== null) return { type: 'server', serverId };
  return clusterId === null ? { type: 'all' } : { type: 'cluster', clusterId };
}

function idsOf(reach: Reach): { serverId?: string; clusterId?: string } {
  if (reach.type === 'server') return { serverId: reach.serverId };
  return reach.type === 'cluster' ? { clusterId: reach.clusterId } : {};
}

function already(): AppError {
  return fieldError('CONFLICT', 'playerId', 'This player is already on the whitelist.');
}

type Recorded = Pick<store.EntryRow, 'playerId' | 'name' | 'reach' | 'reachName'> & {
  serverId?: string | null;
  clusterId?: string | null;
};

async function recordEntry(ctx: Ctx, caller: Caller, action: string, row: Recorded): Promise<void> {
  const { playerId, reach, serverId, clusterId } = row;
  const details = { playerId, reach, ...(serverId && { serverId }), ...(clusterId && { clusterId }) };
  await record(ctx, caller, { action, target: `${row.name} on ${row.reachName}`, outcome: 'done', details });
}

/** Not waited for: the list shows what came of it. */
function startReconciling(ctx: Ctx, reach: Reach): void {
  const start = async () => {
    for (const server of await management.findManaged(ctx.db)) if (isIn(reach, server)) void reconcile(ctx, server.id);
  };
  start().catch((err: unknown) => ctx.log.warn({ err }, 'Changed whitelists could not be read'));
}

function isIn(reach: Reach, { id, clusterId }: { id: string; clusterId: string | null }): boolean {
  if (reach.type === 'server') return id === reach.serverId;
  return reach.type === 'all' || clusterId === reach.clusterId;
}

type States = Map<string, management.StateRow>;

async function readStates(
  ctx: Ctx,
  servers: readonly management.ManagedServer[],
  rows: readonly store.EntryRow[],
): Promise<States> {
  if (servers.length === 0 || rows.length === 0) return new Map();
  const found = await management.findStates(
    ctx.db,
    servers.map(({ id }) => id),
    rows.map(({ playerId }) => playerId),
  );
  return new Map(found.map((row) => [`${row.serverId} ${row.playerId}`, row]));
}

function toEntry(row: store.EntryRow, managed: readonly management.ManagedServer[], states: States) {
  const { id, playerId, name, note, by, createdAt } = row;
  const reach = { type: row.reach, id: row.serverId ?? row.clusterId, name: row.reachName };
  const servers = managed.filter((server) => isIn(reachOf(row), server));
  const known = servers.map((server) => ({ server, row: states.get(`${server.id} ${playerId}`) }));
  const open = known.filter(({ row }) => row?.state !== 'confirmed');
  const addedAgain = known.flatMap(({ row }) => (row?.state === 'confirmed' && row.detail !== null ? [row.at] : []));
  return {
    id,
    playerId,
    name,
    reach,
    note,
    by,
    createdAt,
    serverCount: servers.length,
    confirmedCount: servers.length - open.length,
    open: open.slice(0, maxOpen).map(({ server, row }) => ({
      id: server.id,
      name: server.name,
      state: row?.state ?? ('waiting' as const),
      detail: row?.detail ?? (server.isConnected ? null : 'The server is not connected.'),
    })),
    addedAgainAt: addedAgain.toSorted((a, b) => b.getTime() - a.getTime())[0] ?? null,
  };
}
