import { randomBytes, randomUUID } from 'node:crypto';
import type { Game } from '@tribehall/contract';
import { inTransaction, type Ctx } from '../context.ts';
import { hashToken } from '../modules/agents/agents.service.ts';
import { addPartitionsFor } from '../modules/logs/partitions/partitions.service.ts';
import { addSearchIndex } from '../modules/logs/partitions/search-index.service.ts';
import { foldName, requireServer } from '../modules/servers/servers.service.ts';
import { newToken } from '../modules/servers/tokens.service.ts';
import { beginSave, endSave, markMissing, storeRows } from '../modules/structures/world-saves/intake.service.ts';
import { findServer } from '../modules/structures/structures.store.ts';
import { generateWorld } from './generated-world.ts';
import * as store from './load-test.store.ts';

/** Recognized by their IDs, so that removing them never touches a real one. */
export const loadTestIds = 'load-';
const serversPerStatement = 1_000;

/** Adds this many servers without an agent, to load-test the portal; returns how many were added, and their tokens. */
export async function addLoadTestServers(
  ctx: Ctx,
  count: number,
  games: readonly Game[] = ['asa', 'ase'],
): Promise<{ added: number; tokens: string[] }> {
  const from = await store.countServers(ctx.db, loadTestIds);
  const createdAt = ctx.clock();
  const tokens = Array.from({ length: count }, newToken);
  const rows = tokens.map((token, n) => {
    const name = `Load ${String(from + n + 1).padStart(4, '0')}`;
    const id = `${loadTestIds}${randomBytes(6).toString('base64url')}`;
    const game = games[n % games.length] ?? 'asa';
    return { id, name, nameKey: foldName(name), game, tokenHash: hashToken(token), createdAt };
  });
  const added = await ctx.db.transaction(async (db) => {
    let added = 0;
    for (let start = 0; start < rows.length; start += serversPerStatement)
      added += await store.insertServers(db, rows.slice(start, start + serversPerStatement));
    return added;
  });
  return { added, tokens };
}

export async function removeLoadTestServers(ctx: Ctx): Promise<number> {
  return store.deleteServers(ctx.db, loadTestIds);
}

/** Recognized by their names, so that removing them never touches a real one. */
const hosts = Array.from({ length: 6 }, (_, n) => `load-${n + 1}`);
const days = 10;
const dayMs = 24 * 60 * 60 * 1000;
const hourMs = 60 * 60 * 1000;

/** Adds this many generated entries of the last days, to load-test the portal. */
export async function addLoadTestEntries(ctx: Ctx, count: number): Promise<void> {
  const until = ctx.clock().getTime();
  const stepMs = (days * dayMs) / count;
  await store.insertSources(ctx.db, hosts, ctx.clock());
  // Creating the index afterwards is much faster than updating it with every entry.
  await store.dropSearchIndex(ctx.db);
  for (let fromMs = until - days * dayMs; fromMs < until; fromMs += hourMs) {
    const from = new Date(fromMs);
    const to = Math.min(until, fromMs + hourMs);
    await addPartitionsFor(ctx, [from, new Date(to)]);
    await store.insertEntries(ctx.db, hosts, { from, stepMs, count: Math.round((to - fromMs) / stepMs) });
  }
  await addSearchIndex(ctx);
}

export async function removeLoadTestEntries(ctx: Ctx): Promise<number> {
  return store.deleteEntries(ctx.db, hosts);
}

const structuresPerBatch = 2_000;
const gameTime = 20_000_000;

/** Applies a generated world save with this many structures, to load-test the portal. */
export async function fillWithStructures(ctx: Ctx, serverId: string, count: number): Promise<void> {
  const { game } = await requireServer(ctx, serverId);
  const map = (await findServer(ctx.db, serverId))?.map ?? 'TheIsland_WP';
  const { tribes, survivors, classes, structureAt } = generateWorld(count, gameTime);
  const savedAt = ctx.clock();
  const format = game === 'asa' ? 'ASA 14' : 'ASE 12';
  const head = { base: null, revision: randomUUID(), savedAt, map, format, gameTime };
  const reading = await beginSave(ctx, serverId, head, 0);
  const none = { structures: [], tribes: [], survivors: [], classes: [], ground: [] };
  await inTransaction(ctx, (ctx) => storeRows(ctx, reading, { ...none, tribes, survivors, classes }));
  for (let from = 0; from < count; from += structuresPerBatch) {
    const length = Math.min(structuresPerBatch, count - from);
    const structures = Array.from({ length }, (_, n) => structureAt(from + n));
    await inTransaction(ctx, (ctx) => storeRows(ctx, reading, { ...none, structures }));
  }
  const counts = await markMissing(ctx, reading);
  const report = { objectCount: count * 3, failureCount: 0, structureCount: count };
  await inTransaction(ctx, (ctx) => endSave(ctx, reading, report, counts));
}
