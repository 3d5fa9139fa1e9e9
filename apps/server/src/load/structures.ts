import { randomUUID } from 'node:crypto';
import { inTransaction, type Ctx } from '../context.ts';
import { requireServer } from '../modules/servers/servers.service.ts';
import { begin, end, settle, takeRows } from '../modules/structures/intake.service.ts';
import { generateWorld } from './generated-world.ts';
import { findServer } from '../modules/structures/structures.store.ts';

const rowsAtOnce = 2_000;
const gameTime = 20_000_000;

/** Applies a generated world save with this many structures, to load-test the portal. */
export async function fillWithStructures(ctx: Ctx, serverId: string, count: number): Promise<void> {
  const { game } = await requireServer(ctx, serverId);
  const map = (await findServer(ctx.db, serverId))?.map ?? 'TheIsland_WP';
  const { tribes, survivors, classes, structureAt } = generateWorld(count, gameTime);
  const savedAt = ctx.clock();
  const format = game === 'asa' ? 'ASA 14' : 'ASE 12';
  const head = { base: null, revision: randomUUID(), savedAt, map, format, gameTime };
  const reading = await begin(ctx, serverId, head, 0);
  const none = { structures: [], tribes: [], survivors: [], classes: [] };
  await inTransaction(ctx, (ctx) => takeRows(ctx, reading, { ...none, tribes, survivors, classes }));
  for (let from = 0; from < count; from += rowsAtOnce) {
    const length = Math.min(rowsAtOnce, count - from);
    const structures = Array.from({ length }, (_, n) => structureAt(from + n));
    await inTransaction(ctx, (ctx) => takeRows(ctx, reading, { ...none, structures }));
  }
  const counts = await settle(ctx, reading);
  const report = { objectCount: count * 3, failureCount: 0, structureCount: count };
  await inTransaction(ctx, (ctx) => end(ctx, reading, report, counts));
}
