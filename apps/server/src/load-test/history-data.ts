import { inTransaction, type Ctx } from '../context.ts';
import { ensurePartitions } from '../modules/journal/partitions.service.ts';
import { addNameIndexes } from '../modules/search/search.service.ts';
import { foldName, requireServer } from '../modules/servers/servers.service.ts';
import * as store from './history.store.ts';
import { addLoadTestServers, loadTestIds } from './load-test-data.ts';
import {
  insertBanList,
  insertBans,
  insertCluster,
  insertPlayers,
  listServers,
  openHistories,
} from './players.store.ts';

const dayMs = 24 * 60 * 60 * 1000;
const days = 360;
const stepDays = 10;
const serverCount = 20;
const serversPerCluster = 5;
const playerCount = 50_000;
const eventsPerSession = 10;

/** Adds this many players on generated servers, which are added too, and removed with them. Returns the servers. */
export async function addLoadTestPlayers(ctx: Ctx, count: number): Promise<string[]> {
  await addLoadTestServers(ctx, serverCount);
  const serverIds = (await listServers(ctx.db, loadTestIds)).slice(-serverCount);
  await ctx.db.transaction(async (db) => {
    await openHistories(db, serverIds);
    await insertPlayers(db, serverIds, count);
  });
  await addNameIndexes(ctx);
  return serverIds;
}

/** Bans this many generated players on a server; they go with the server. */
export async function addLoadTestBans(ctx: Ctx, serverId: string, count: number): Promise<void> {
  await requireServer(ctx, serverId);
  await insertBans(ctx.db, serverId, count);
}

/** Adds this many bans on generated servers, which are added too: five of them are a cluster. */
export async function addLoadTestBanList(ctx: Ctx, count: number): Promise<void> {
  await addLoadTestServers(ctx, serverCount);
  const serverIds = (await listServers(ctx.db, loadTestIds)).slice(-serverCount);
  await ctx.db.transaction(async (db) => {
    const clusterIds: string[] = [];
    for (let from = 0; from < serverIds.length; from += serversPerCluster) {
      const members = serverIds.slice(from, from + serversPerCluster);
      const [id, name] = [`${members[0] ?? ''}-cluster`, `Cluster of ${members[0] ?? ''}`];
      await insertCluster(db, { id, name, nameKey: foldName(name), createdAt: ctx.clock(), serverIds: members });
      clusterIds.push(id);
    }
    await insertBanList(db, { serverIds, clusterIds, count });
  });
  await addNameIndexes(ctx);
}

/** Adds players with about this many events of the last year, and their sessions. */
export async function addLoadTestHistory(ctx: Ctx, count: number): Promise<void> {
  const players = { servers: await addLoadTestPlayers(ctx, playerCount), count: playerCount };
  const until = ctx.clock().getTime() - dayMs;
  const perStep = Math.ceil((count * stepDays) / days);
  for (let at = until - days * dayMs; at < until; at += stepDays * dayMs) {
    const span = (rows: number) => ({ from: new Date(at), stepMs: (stepDays * dayMs) / rows, count: rows });
    const ends = [new Date(at), new Date(at + stepDays * dayMs)];
    await inTransaction(ctx, (ctx) => ensurePartitions(ctx, ends));
    await store.insertEvents(ctx.db, players, span(perStep));
    await store.insertSessions(ctx.db, players, span(Math.ceil(perStep / eventsPerSession)));
  }
  await store.analyze(ctx.db);
}

/** The events: sessions and names go with the servers. */
export async function removeLoadTestEvents(ctx: Ctx): Promise<void> {
  await store.deleteEvents(ctx.db, loadTestIds);
}
