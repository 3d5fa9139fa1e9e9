import * as z from 'zod';
import { agentLimits } from './agent.contract.ts';
import { gameText, isoDate, playerId } from '../shared/schemas.ts';

const coordinate = z.number().min(-1e9).max(1e9);
/** Seconds of the game's own clock, which stops while the game is not running. */
const gameSeconds = z.number().min(-1e12).max(1e12);
const arkNumber = z.string().regex(/^\d{1,19}$/, 'This is not a number of the game.');
const teamId = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
const structureId = z.string().regex(/^[\w-]{1,64}$/);
const cellIndex = z.number().int().min(-200).max(200);
const revision = z.string().regex(/^[\w-]{8,64}$/);

/** The side of a square of ground, in the engine's units: 100 m. */
export const groundCellUnits = 10_000;

/** The rows of a world save. */
export const saveRow = {
  structure: z.object({
    /** The UUID of its row in hex, or the game's number for it. */
    id: structureId,
    className: gameText(200).min(1),
    /** A tribe, or the number of a survivor without one. */
    teamId,
    teamName: gameText(128).optional(),
    ownerArkId: arkNumber.optional(),
    ownerName: gameText(128).optional(),
    name: gameText(200).optional(),
    x: coordinate,
    y: coordinate,
    z: coordinate,
    health: z.number().min(0).max(1e12).optional(),
    maxHealth: z.number().min(0).max(1e12).optional(),
    builtAt: gameSeconds.optional(),
  }),
  tribe: z.object({
    id: teamId,
    name: gameText(128),
    ownerArkId: arkNumber.optional(),
    adminArkIds: z.array(arkNumber).max(1_000),
    members: z.array(z.object({ arkId: arkNumber, name: gameText(128) })).max(1_000),
    /** Oldest first. */
    log: z.array(gameText(500)).max(agentLimits.maxTribeLogLines),
  }),
  survivor: z.object({
    arkId: arkNumber,
    playerId: playerId.optional(),
    name: gameText(128),
    platformName: gameText(128).optional(),
    level: z.number().int().min(0).max(100_000).optional(),
    teamId: teamId.optional(),
    /** When the player last logged in, if the save has it … */
    loginAt: gameSeconds.optional(),
    /** … or when the game last wrote the profile, if that is a separate file. */
    writtenAt: isoDate.optional(),
    place: z.object({ x: coordinate, y: coordinate, z: coordinate }).optional(),
  }),
  class: z.object({
    className: gameText(200).min(1),
    kind: z.enum(['structure', 'creature', 'item', 'survivor', 'other']),
    /** Its directory in the game: `/Game/PrimalEarth/Structures/Stone`. */
    directory: gameText(300).optional(),
    count: z.number().int().min(0).max(100_000_000),
  }),
  /** A square of the map, 100 m wide, and how high what stands on the ground in it stands. */
  ground: z.object({
    /** Coordinates of the world divided by 10,000 and rounded down. */
    x: cellIndex,
    y: cellIndex,
    /** In metres. */
    heights: z.array(z.number().int().min(-20_000).max(20_000)).max(8),
    /** Creatures that live in water only. */
    swimmers: z.number().int().min(0).max(8),
  }),
} as const;

/**
 * The upload of a world save, as changes: `save.begin`, any number of `save.rows`, `save.end`, one save at a time. It
 * is not queued: if the connection is lost in the middle, the upload starts over. Rows may be sent twice.
 */
export const saveBegin = {
  method: 'save.begin',
  params: z.object({
    /** The last one whose end the portal acknowledged; null for none. */
    base: revision.nullable(),
    revision,
    savedAt: isoDate,
    map: gameText(64).nullable(),
    /** For people: `ASA 14`. */
    format: gameText(32),
    gameTime: gameSeconds,
  }),
  /** Whether the portal still has the base. If not, every row has to be sent, and rows that are not sent are gone. */
  result: z.object({
    hasBase: z.boolean(),
    /** Whether `save.rows` may have `ground`; older portals do not say it. */
    takesGround: z.boolean().optional(),
  }),
} as const;

const rowsOf = <Row extends z.ZodType>(row: Row) => z.array(row).max(agentLimits.maxSaveRowsPerBatch).default([]);

export const saveRows = {
  method: 'save.rows',
  params: z.object({
    structures: rowsOf(saveRow.structure),
    tribes: rowsOf(saveRow.tribe),
    survivors: rowsOf(saveRow.survivor),
    classes: rowsOf(saveRow.class),
    /** Only cells that changed. They accumulate and are never gone. */
    ground: rowsOf(saveRow.ground),
    /** No longer in the save; only if the portal has the base. */
    gone: z
      .object({ structures: rowsOf(structureId), tribes: rowsOf(teamId), survivors: rowsOf(arkNumber) })
      .optional(),
  }),
  result: z.object({}),
} as const;

const count = z.number().int().min(0).max(100_000_000);

export const saveEnd = {
  method: 'save.end',
  params: z.object({ objectCount: count, failureCount: count, structureCount: count }),
  result: z.object({}),
} as const;

/** A save that could not be read completely. The previous data stays. */
export const saveFailed = {
  method: 'save.failed',
  params: z.object({ savedAt: isoDate, reason: gameText(500) }),
  result: z.object({}),
} as const;
