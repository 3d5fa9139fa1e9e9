import type { ReplyOutput, StructureVisibility } from '@tribehall/contract';
import { inTransaction, type Ctx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { record } from '../../audit/audit.service.ts';
import { publishLive } from '../../events/events.service.ts';
import { sendCommand } from '../../agents/agents.service.ts';
import { requireServer } from '../../servers/servers.service.ts';
import type { Caller } from '../../sessions/sessions.service.ts';
import { findArkMap } from '../map/maps.service.ts';
import { readView } from '../structures.policy.ts';
import * as store from '../structures.store.ts';

type Overview = ReplyOutput<'GET /ark/servers/{id}/structures'>;
type SaveState = Overview['save'];

export async function readOverview(ctx: Ctx, caller: Caller, serverId: string): Promise<Overview> {
  const { visibleTo, sight, own = null, isAdmin } = await readView(ctx, caller, serverId);
  const [save, server] = [await store.findSave(ctx.db, serverId), await store.findServer(ctx.db, serverId)];
  const map = findArkMap(ctx, save?.map ?? server?.map ?? undefined);
  const { error, ...known } = await readSaveState(ctx, serverId);
  const reason = isAdmin ? (save?.error ?? null) : null;
  return { save: { ...known, error: error && { ...error, reason } }, map, visibleTo, sight, tribe: own, isAdmin };
}

/** Public: that there is a save, and its counts. */
export async function readSaveState(ctx: Ctx, serverId: string): Promise<SaveState> {
  const server = await store.findServer(ctx.db, serverId);
  if (!server) throw new AppError('NOT_FOUND', 'There is no such server.');
  const save = await store.findSave(ctx.db, serverId);
  return {
    savedAt: save?.savedAt ?? null,
    readAt: save?.readAt ?? null,
    format: save?.format ?? null,
    objectCount: save?.objectCount ?? 0,
    failureCount: save?.failureCount ?? 0,
    structureCount: server.structureCount ?? 0,
    tribeCount: save?.tribeCount ?? 0,
    survivorCount: save?.survivorCount ?? 0,
    readingSince: save?.readingSince ?? null,
    error: save?.error && save.errorAt ? { at: save.errorAt, reason: null } : null,
  };
}

/** Publishes the state of the save to all open pages. */
export async function publishSave(ctx: Ctx, serverId: string): Promise<void> {
  publishLive(ctx, 'structures', 'changed', await readSaveState(ctx, serverId), serverId);
}

export async function setVisibleTo(
  ctx: Ctx,
  caller: Caller,
  serverId: string,
  visibleTo: StructureVisibility,
): Promise<{ visibleTo: StructureVisibility }> {
  const { name } = await requireServer(ctx, serverId);
  return inTransaction(ctx, async (ctx) => {
    await store.putVisibleTo(ctx.db, serverId, visibleTo);
    const details = { serverId, visibleTo };
    await record(ctx, caller, { action: 'structures.visibleTo', target: name, outcome: 'done', details });
    await publishSave(ctx, serverId);
    return { visibleTo };
  });
}

/** Audited with its outcome, also where it fails. */
export async function saveWorld(ctx: Ctx, caller: Caller, serverId: string): Promise<void> {
  const { name } = await requireServer(ctx, serverId);
  const entry = { action: 'servers.saveWorld', target: name, details: { serverId } };
  try {
    await sendCommand(ctx, serverId, 'server.saveWorld', {});
  } catch (error) {
    if (error instanceof AppError) await record(ctx, caller, { ...entry, outcome: error.code });
    throw error;
  }
  await record(ctx, caller, { ...entry, outcome: 'done' });
}
