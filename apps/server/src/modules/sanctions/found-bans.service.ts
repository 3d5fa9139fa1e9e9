import { randomUUID } from 'node:crypto';
import { inTransaction, type Ctx } from '../../context.ts';
import { requireServer } from '../servers/servers.service.ts';
import { recordFound } from './records.service.ts';
import * as enforcement from './enforcement.store.ts';
import { findLatestNames } from './players.store.ts';
import * as store from './sanctions.store.ts';

const atOnce = 1_000;

/** Bans that were set on a server by hand become bans of the portal; returns them. */
export async function importFound(ctx: Ctx, serverId: string): Promise<string[]> {
  const all: string[] = [];
  for (;;) {
    const added = await inTransaction(ctx, (ctx) => importSome(ctx, serverId));
    all.push(...added);
    if (added.length < atOnce) return all;
  }
}

async function importSome(ctx: Ctx, serverId: string): Promise<string[]> {
  await enforcement.lockList(ctx.db, serverId);
  const playerIds = await enforcement.findUnknown(ctx.db, serverId, atOnce);
  if (playerIds.length === 0) return [];
  const [server, names] = await Promise.all([requireServer(ctx, serverId), findLatestNames(ctx.db, playerIds)]);
  const now = ctx.clock();
  const rows = playerIds.map((playerId) => ({
    id: randomUUID(),
    kind: 'ban' as const,
    playerId,
    name: names.get(playerId) ?? playerId,
    reach: 'server' as const,
    serverId,
    clusterId: null,
    reachName: server.name,
    reason: '',
    note: '',
    evidence: [],
    source: 'found' as const,
    by: '',
    createdAt: now,
  }));
  await store.insertSanctions(ctx.db, rows);
  await enforcement.insertRows(
    ctx.db,
    rows.map(({ id, playerId }) => ({ sanctionId: id, serverId, playerId, state: 'confirmed', at: now })),
  );
  await recordFound(ctx, server, rows);
  return rows.map(({ id }) => id);
}
