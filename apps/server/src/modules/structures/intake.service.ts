import type { saveBegin, saveEnd, saveRows } from '@tribehall/contract/agent/world-saves.contract';
import type * as z from 'zod';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { publishOnline } from '../players/players.service.ts';
import { publishState } from '../servers/servers.service.ts';
import * as store from './intake.store.ts';
import { toReal } from './real-numbers.ts';
import * as rows from './rows.store.ts';
import { saveBounds, type Bounded } from './save-bounds.ts';
import { publishSave } from './saves.service.ts';
import { findSave } from './structures.store.ts';

type Head = z.output<(typeof saveBegin)['params']>;
type Batch = z.output<(typeof saveRows)['params']>;
type Report = z.output<(typeof saveEnd)['params']>;

const leastSkewMs = 60_000;
const structuresPerStatement = 500;

/** A save that is being told. */
export type Reading = rows.Telling & {
  head: Head;
  /** Nothing is built upon: what is not told is gone. */
  isWhole: boolean;
  /** How far the teller's clock is ahead. */
  clockAheadMs: number;
  /** The time of the save before. */
  previousAt: Date | null;
  hasRows: boolean;
  /** How many structures are kept by now, those that are gone too: to count them for each batch would take long. */
  structuresKept?: number;
};

/** A save that is told from here on. All in this file runs in a transaction of the link that tells it. */
export async function begin(ctx: Ctx, serverId: string, head: Head, measuredMs: number): Promise<Reading> {
  // Less is only the way that the message took.
  const clockAheadMs = Math.abs(measuredMs) < leastSkewMs ? 0 : measuredMs;
  const before = await findSave(ctx.db, serverId);
  await store.putReading(ctx.db, serverId, ctx.clock());
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

/** Rows may come twice, also in one batch: the last one counts. */
export async function takeRows(ctx: Ctx, reading: Reading, batch: Batch): Promise<void> {
  const { db } = ctx;
  const { serverId } = reading;
  if (!reading.hasRows) await store.forgetRevision(db, serverId);
  const tribes = lastOf(batch.tribes, (row) => row.id);
  const survivors = lastOf(batch.survivors, (row) => row.arkId).map((row) => toldSurvivor(ctx, reading, row));
  const classes = lastOf(batch.classes, (row) => row.className);
  await takeStructures(
    ctx,
    reading,
    lastOf(batch.structures, (row) => row.id),
  );
  if (tribes.length > 0) await rows.putTribes(db, reading, tribes);
  if (survivors.length > 0) await rows.putSurvivors(db, reading, survivors);
  if (classes.length > 0) await rows.putClasses(db, reading, classes);
  const grown: Bounded[] = [
    ...(tribes.length > 0 ? (['tribes', 'members of tribes'] as const) : []),
    ...(survivors.length > 0 ? (['survivors'] as const) : []),
    ...(classes.length > 0 ? (['classes'] as const) : []),
  ];
  for (const what of grown) requireRoom(what, await store.countKept(db, serverId, what));
  if (batch.gone) await store.markGone(db, serverId, batch.gone, leaving(reading));
}

async function takeStructures({ db }: Ctx, reading: Reading, told: Batch['structures']): Promise<void> {
  if (told.length === 0) return;
  const before = reading.structuresKept ?? (await store.countKept(db, reading.serverId, 'structures'));
  let added = 0;
  // A statement with all of them would take long to write out, and everybody would wait meanwhile.
  for (let index = 0; index < told.length; index += structuresPerStatement) {
    const part = told.slice(index, index + structuresPerStatement);
    const toPut = part.map((row) => ({ ...toReal(row), builtAt: wallClock(reading, row.builtAt) }));
    added += await rows.putStructures(db, reading, toPut);
  }
  requireRoom('structures', before + added);
  reading.structuresKept = before + added;
}

/** Thrown in the batch's transaction: nothing of the batch stays. */
function requireRoom(what: Bounded, kept: number): void {
  const most = saveBounds[what];
  if (kept <= most) return;
  const words = `With it there would be more than ${most.toLocaleString('en')} ${what} of this server, those of old saves included.`;
  throw new AppError('PAYLOAD_TOO_LARGE', words);
}

function toldSurvivor(ctx: Ctx, reading: Reading, row: Batch['survivors'][number]): rows.ToldSurvivor {
  const { place, writtenAt, loginAt, teamId, ...rest } = row;
  // Some games write the own number, or none, for no tribe.
  const isAlone = teamId === undefined || teamId === 0 || String(teamId) === row.arkId;
  return {
    ...rest,
    ...(place ? toReal(place) : {}),
    teamId: isAlone ? undefined : teamId,
    loginGame: loginAt,
    loginAt: wallClock(reading, loginAt),
    writtenAt: writtenAt && within(ctx, writtenAt, reading.clockAheadMs),
  };
}

/** What a whole reading did not tell is gone. It may be much: this is done before the server is held. */
export async function settle(ctx: Ctx, reading: Reading): Promise<store.Counts> {
  if (reading.isWhole) await store.markUntold(ctx.db, reading.serverId, reading.revision, leaving(reading));
  return store.countStanding(ctx.db, reading.serverId);
}

export async function end(ctx: Ctx, reading: Reading, report: Report, counts: store.Counts): Promise<void> {
  const { serverId, head, savedAt } = reading;
  const isSame = reading.isWhole || counts.structures === report.structureCount;
  if (!isSame)
    ctx.log.warn(
      { serverId, told: report.structureCount, kept: counts.structures },
      'The structures of a save are not those that were told; the next save is taken in as a whole',
    );
  await store.updateSave(ctx.db, serverId, {
    revision: isSame ? reading.revision : null,
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
  // Names of survivors may be known by now.
  await publishOnline(ctx, serverId);
}

/** The last reading that was told to its end, where nothing came after it. */
export async function readRevision(ctx: Ctx, serverId: string): Promise<string | null> {
  return (await findSave(ctx.db, serverId))?.revision ?? null;
}

/** What was known before stays. */
export async function fail(ctx: Ctx, serverId: string, reason: string): Promise<void> {
  await store.putReading(ctx.db, serverId, null);
  await store.updateSave(ctx.db, serverId, { error: reason, errorAt: ctx.clock() });
  await publishSave(ctx, serverId);
}

/** The lines that told these servers' saves are gone, and with them what they had begun. */
export async function dropReadings(ctx: Ctx, serverIds: string[]): Promise<void> {
  for (const serverId of await store.clearReadings(ctx.db, serverIds)) await publishSave(ctx, serverId);
}

function lastOf<Row>(all: Row[], keyOf: (row: Row) => unknown): Row[] {
  return [...new Map(all.map((row) => [keyOf(row), row])).values()];
}

function leaving({ savedAt, previousAt }: Reading): store.Leaving {
  return { lastSeenAt: previousAt ?? new Date(0), goneAt: previousAt && previousAt > savedAt ? previousAt : savedAt };
}

/** The game's clock stands still while the game does not run, so that this is the latest it can have been. */
function wallClock({ head, savedAt }: Reading, gameSeconds: number | undefined): Date | undefined {
  if (gameSeconds === undefined) return undefined;
  const agoMs = Math.max(0, head.gameTime - gameSeconds) * 1000;
  return new Date(Math.max(0, savedAt.getTime() - agoMs));
}

/** A clock elsewhere may say anything, but nothing is of the future, or older than computers. */
function within(ctx: Ctx, date: Date, aheadMs: number): Date {
  return new Date(Math.min(ctx.clock().getTime(), Math.max(0, date.getTime() - aheadMs)));
}
