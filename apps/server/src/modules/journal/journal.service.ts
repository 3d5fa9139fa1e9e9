import type { GameEvent } from '@tribehall/contract/agent/game-events';
import { isRepeated } from '@tribehall/ark/logs/tribe-deeds';
import { inTransaction, type Ctx } from '../../context.ts';
import { isTooMuch } from '../../db/db.ts';
import { fieldError } from '../../errors.ts';
import { limitTime } from '../../db/time-limit.ts';
import * as store from './journal.store.ts';
import { ensurePartitions } from './partitions.service.ts';

export type { Cursor, EntryRow } from './journal.store.ts';

type TakenEvent = { serverId: string; at: Date; data: GameEvent };

/** Stores events of the game, in the transaction that acknowledges them. */
export async function applyGameEvents(ctx: Ctx, events: readonly TakenEvent[]): Promise<void> {
  await addEntries(ctx, events.map(toRow));
}

/** The optional columns of an entry. */
export const emptyEntry = {
  playerId: null,
  player: null,
  tribeId: null,
  tribe: null,
  otherPlayerId: null,
  other: null,
  otherTribe: null,
  thing: null,
  isTribeLog: false,
  day: null,
  time: null,
  data: null,
};

/** Stores that a server has come up or gone down. */
export async function addServerState(ctx: Ctx, serverId: string, at: Date, kind: 'up' | 'down'): Promise<void> {
  await addEntries(ctx, [{ ...emptyEntry, at, serverId, kind, text: '' }]);
}

export async function addEntries(ctx: Ctx, rows: readonly store.NewEntryRow[]): Promise<void> {
  await ensurePartitions(
    ctx,
    rows.map(({ at }) => at),
  );
  await store.insertEntries(ctx.db, rows);
}

function toRow({ serverId, at, data }: TakenEvent): store.NewEntryRow {
  const { kind, text, player, tribe, other, creature } = data;
  return {
    ...emptyEntry,
    at,
    serverId,
    kind,
    // The server's log has a line of its own for these: nobody dies twice.
    playerId: data.isTribeLog && isRepeated({ kind }) ? null : (player?.id ?? null),
    player: player?.name ?? null,
    tribeId: toTribeId(tribe?.id),
    tribe: tribe?.name ?? null,
    otherPlayerId: other?.playerId ?? null,
    other: other?.name ?? null,
    otherTribe: other?.tribe ?? null,
    thing: data.thing ?? creature?.species ?? creature?.name ?? null,
    isTribeLog: data.isTribeLog === true,
    day: data.day ?? null,
    time: data.time ?? null,
    text,
    data: toDetails(data),
  };
}

type Sides = Partial<Pick<GameEvent, 'player' | 'other' | 'creature'>>;
type Creature = { name: string; level?: number | undefined; species?: string | undefined };

/** Levels, species and the game's own numbers: shown, but never searched. */
export type EntryDetails = {
  level?: number;
  arkId?: string;
  otherLevel?: number;
  otherSpecies?: string;
  creature?: Creature;
  isTimeUncertain?: boolean;
  sanctionId?: string;
};

export function toDetails({ player, other, creature }: Sides): EntryDetails | null {
  const details: EntryDetails = {
    ...(player?.level !== undefined && { level: player.level }),
    ...(player?.arkId !== undefined && { arkId: player.arkId }),
    ...(other?.level !== undefined && { otherLevel: other.level }),
    ...(other?.species !== undefined && { otherSpecies: other.species }),
    ...(creature && { creature }),
  };
  return Object.keys(details).length > 0 ? details : null;
}

export function detailsOf({ data }: Pick<store.EntryRow, 'data'>): EntryDetails {
  return data ?? {};
}

/** The game numbers tribes with ten digits; anything longer is not one of its numbers. */
function toTribeId(id: string | undefined): number | null {
  const number = Number(id ?? Number.NaN);
  return Number.isSafeInteger(number) ? number : null;
}

/** Newest first. */
export function readEntries(ctx: Ctx, filter: store.EntryFilter): Promise<store.EntryRow[]> {
  return store.findEntries(ctx.db, filter);
}

const searchWithinMs = 5_000;

/** The same by a part of the text, with a time limit. */
export async function searchEntries(
  ctx: Ctx,
  filter: store.EntryFilter,
  withinMs = searchWithinMs,
): Promise<store.EntryRow[]> {
  try {
    return await inTransaction(ctx, async ({ db }) => {
      await limitTime(db, withinMs);
      return store.findEntries(db, filter);
    });
  } catch (error) {
    if (!isTooMuch(error)) throw error;
    throw fieldError('BAD_REQUEST', 'search', 'This takes too long. Search for more letters.');
  }
}

/** For lists of entries from several sources. */
export const { newestFirst } = store;
