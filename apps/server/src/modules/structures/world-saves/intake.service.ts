import type { saveBegin, saveEnd, saveRows } from '@tribehall/contract/agent/world-saves.contract';
import type * as z from 'zod';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { publishOnline } from '../../players/players.service.ts';
import { publishState } from '../../servers/servers.service.ts';
import { addTribeLogs } from '../../journal/tribe-log.service.ts';
import { mergeTribeLogs, newTribeLines } from '../tribes/tribe-log.ts';
import { addGround, deleteGround } from '../map/ground.store.ts';
import * as store from './intake.store.ts';
import * as rows from './rows.store.ts';
import { rowLimits, type LimitedRow } from './row-limits.ts';
import { publishSave } from './world-saves.service.ts';
import { findSave } from '../structures.store.ts';

type Head = z.output<(typeof saveBegin)['params']>;
type Batch = z.output<(typeof saveRows)['params']>;
type Report = z.output<(typeof saveEnd)['params']>;

const minClockSkewMs = 60_000;
const structuresPerStatement = 500;

/** A save that is being received. */
export type Reading = rows.SaveKey & {
  head: Head;
  /** A full snapshot: what it does not contain is gone. Otherwise it has only the changes since its base. */
  isWhole: boolean;
  /** How far the agent's clock is ahead. */
  clockAheadMs: number;
  /** The time of the previous save. */
  previousAt: Date | null;
  hasRows: boolean;
  /** Stored structures, with those that are gone: counting them for each batch would take too long. */
  storedStructures?: number;
};

/** Starts a save. Everything in this file runs in a transaction of the agent connection that sends the save. */
export async function beginSave(ctx: Ctx, serverId: string, head: Head, measuredMs: number): Promise<Reading> {
  // Smaller differences are the latency of the message.
  const clockAheadMs = Math.abs(measuredMs) < minClockSkewMs ? 0 : measuredMs;
  const before = await findSave(ctx.db, serverId);
  await store.putReading(ctx.db, serverId, ctx.clock());
  // The heights of another map say nothing about this one.
  if (before?.map !== head.map) await deleteGround(ctx.db, serverId);
  await publishSave(ctx, serverId);
  return {
    serverId,
    revision: head.revision,
    savedAt: within(ctx, head.savedAt, clockAheadMs),
    head,
    clockAheadMs,
    isWhole: head.base === null || before?.revision !== head.base,
    previousAt: before?.savedAt ?? null,
    hasRows: false,
  };
}

/** Idempotent: rows may come twice, also in one batch; the last one counts. */
export async function storeRows(ctx: Ctx, reading: Reading, batch: Batch): Promise<void> {
  const { db } = ctx;
  const { serverId } = reading;
  if (!reading.hasRows) await store.clearRevision(db, serverId);
  const tribes = lastOf(batch.tribes, (row) => row.id);
  const survivors = lastOf(batch.survivors, (row) => row.arkId).map((row) => toSurvivorInput(ctx, reading, row));
  const classes = lastOf(batch.classes, (row) => row.className);
  await storeStructures(
    ctx,
    reading,
    lastOf(batch.structures, (row) => row.id),
  );
  if (tribes.length > 0) await storeTribes(ctx, reading, tribes);
  if (survivors.length > 0) await rows.putSurvivors(db, reading, survivors);
  if (classes.length > 0) await rows.putClasses(db, reading, classes);
  const ground = lastOf(batch.ground, ({ x, y }) => `${x},${y}`);
  if (ground.length > 0) await addGround(db, serverId, reading.savedAt, ground);
  const grown: LimitedRow[] = [
    ...(tribes.length > 0 ? (['tribes', 'members of tribes'] as const) : []),
    ...(survivors.length > 0 ? (['survivors'] as const) : []),
    ...(classes.length > 0 ? (['classes'] as const) : []),
  ];
  for (const what of grown) requireWithinLimit(what, await store.countStored(db, serverId, what));
  if (batch.gone) await store.markGone(db, serverId, batch.gone, goneTimes(reading));
}

async function storeTribes(ctx: Ctx, reading: Reading, sent: Batch['tribes']): Promise<void> {
  const { db } = ctx;
  const ids = sent.map(({ id }) => id);
  const stored = await rows.findTribeLogs(db, reading.serverId, ids);
  const merged = sent.map((row) => ({ ...row, log: mergeTribeLogs(stored.get(row.id) ?? [], row.log) }));
  await rows.putTribes(db, reading, merged);
  const news = sent.map(({ id, name, members, log }) => {
    return { id, name, members, lines: newTribeLines(stored.get(id) ?? [], log) };
  });
  await addTribeLogs(ctx, reading.serverId, reading.savedAt, news);
}

async function storeStructures({ db }: Ctx, reading: Reading, sent: Batch['structures']): Promise<void> {
  if (sent.length === 0) return;
  const before = reading.storedStructures ?? (await store.countStored(db, reading.serverId, 'structures'));
  let added = 0;
  // Serializing all of them in one statement would block the event loop.
  for (let index = 0; index < sent.length; index += structuresPerStatement) {
    const part = sent.slice(index, index + structuresPerStatement);
    const toPut = part.map((row) => ({ ...rows.toReal(row), builtAt: wallClock(reading, row.builtAt) }));
    added += await rows.putStructures(db, reading, toPut);
  }
  requireWithinLimit('structures', before + added);
  reading.storedStructures = before + added;
}

/** Throws in the transaction of the batch, which is rolled back. */
function requireWithinLimit(what: LimitedRow, stored: number): void {
  const max = rowLimits[what];
  if (stored <= max) return;
  const message = `There would be more than ${max.toLocaleString('en')} ${what} of this server, including those of old saves.`;
  throw new AppError('PAYLOAD_TOO_LARGE', message);
}

function toSurvivorInput(ctx: Ctx, reading: Reading, row: Batch['survivors'][number]): rows.SurvivorInput {
  const { place: coordinates, writtenAt, loginAt, teamId, ...rest } = row;
  // For survivors without a tribe some games write their own id, or 0.
  const isAlone = teamId === undefined || teamId === 0 || String(teamId) === row.arkId;
  return {
    ...rest,
    ...(coordinates ? rows.toReal(coordinates) : {}),
    teamId: isAlone ? undefined : teamId,
    loginGame: loginAt,
    loginAt: wallClock(reading, loginAt),
    writtenAt: writtenAt && within(ctx, writtenAt, reading.clockAheadMs),
  };
}

/** Marks what is missing in a full snapshot as gone. It may be many rows, so this runs before the server is locked. */
export async function markMissing(ctx: Ctx, reading: Reading): Promise<store.Counts> {
  if (reading.isWhole) await store.markMissing(ctx.db, reading.serverId, reading.revision, goneTimes(reading));
  return store.countStanding(ctx.db, reading.serverId);
}

export async function endSave(ctx: Ctx, reading: Reading, report: Report, counts: store.Counts): Promise<void> {
  const { serverId, head, savedAt } = reading;
  const isConsistent = reading.isWhole || counts.structures === report.structureCount;
  if (!isConsistent)
    ctx.log.warn(
      { serverId, sent: report.structureCount, stored: counts.structures },
      'The stored structures do not match the save; the next save is requested as a full snapshot',
    );
  await store.updateSave(ctx.db, serverId, {
    revision: isConsistent ? reading.revision : null,
    savedAt,
    readAt: ctx.clock(),
    format: head.format,
    map: head.map,
    gameTime: head.gameTime,
    objectCount: report.objectCount,
    failureCount: report.failureCount,
    tribeCount: counts.tribes,
    survivorCount: counts.survivors,
    readingSince: null,
    error: null,
    errorAt: null,
  });
  await store.setStructureCount(ctx.db, serverId, counts.structures);
  await publishState(ctx, serverId);
  await publishSave(ctx, serverId);
  // The save may have brought names of survivors.
  await publishOnline(ctx, serverId);
}

/** The last save of each server that was received completely, where no rows came after it. */
export async function readRevisions(ctx: Ctx, serverIds: string[]): Promise<Map<string, string | null>> {
  return new Map((await store.findRevisions(ctx.db, serverIds)).map(({ serverId, revision }) => [serverId, revision]));
}

/** Earlier data stays. */
export async function failSave(ctx: Ctx, serverId: string, reason: string): Promise<void> {
  await store.putReading(ctx.db, serverId, null);
  await store.updateSave(ctx.db, serverId, { error: reason, errorAt: ctx.clock() });
  await publishSave(ctx, serverId);
}

/** Abandons saves whose agent connections have closed. */
export async function abandonSaves(ctx: Ctx, serverIds: string[]): Promise<void> {
  for (const serverId of await store.clearReadings(ctx.db, serverIds)) await publishSave(ctx, serverId);
}

function lastOf<Row>(all: Row[], keyOf: (row: Row) => unknown): Row[] {
  return [...new Map(all.map((row) => [keyOf(row), row])).values()];
}

function goneTimes({ savedAt, previousAt }: Reading): store.GoneTimes {
  return { lastSeenAt: previousAt ?? new Date(0), goneAt: previousAt && previousAt > savedAt ? previousAt : savedAt };
}

/** The game's clock stops while the game does not run, so this is the latest possible time. */
function wallClock({ head, savedAt }: Reading, gameSeconds: number | undefined): Date | undefined {
  if (gameSeconds === undefined) return undefined;
  const agoMs = Math.max(0, head.gameTime - gameSeconds) * 1000;
  return new Date(Math.max(0, savedAt.getTime() - agoMs));
}

/** The agent's clock may be wrong: limits a date to the past, after 1970. */
function within(ctx: Ctx, date: Date, aheadMs: number): Date {
  return new Date(Math.min(ctx.clock().getTime(), Math.max(0, date.getTime() - aheadMs)));
}
