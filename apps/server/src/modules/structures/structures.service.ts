import type { PartOutput, ReplyOutput } from '@tribehall/contract';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { requireServer } from '../servers/servers.service.ts';
import type { Caller } from '../sessions/sessions.service.ts';
import { readView, requireTeam } from './structures.policy.ts';
import * as store from './structures.store.ts';
import { nameOf, readTeams } from './tribes/teams.service.ts';
import type { Teams } from './tribes/teams.ts';

export type Structure = ReplyOutput<'GET /ark/servers/{id}/structures/{structureId}'>;

/** A save has no class hierarchy; these are the base classes of the game itself. */
const baseClasses: [start: RegExp, kind: store.ClassKind][] = [
  [/^PrimalStructure/i, 'structure'],
  [/^PrimalDino/i, 'creature'],
  [/^PrimalItem/i, 'item'],
  [/^(ShooterCharacter|PlayerPawn)/i, 'survivor'],
];
const everything = /^(Actor|Object)$/i;
const rowsPerDelete = 5_000;
const dayMs = 24 * 60 * 60 * 1000;
const unknownStructure = 'There is no such structure.';

export async function readStructure(ctx: Ctx, caller: Caller, serverId: string, id: number): Promise<Structure> {
  const view = await readView(ctx, caller, serverId);
  const row = await store.findStructure(ctx.db, serverId, id);
  if (!row) throw new AppError('NOT_FOUND', unknownStructure);
  requireTeam(view, row.tribeId, unknownStructure);
  const [save, teams] = [await store.findSave(ctx.db, serverId), await readTeams(ctx, serverId)];
  return toStructure(row, { savedAt: save?.savedAt ?? null, teams });
}

/** What a structure's reply takes from its save and from its owners. */
export type Surroundings = { savedAt: Date | null; teams: Teams };

export function toStructure(row: store.StructureRow, { savedAt, teams }: Surroundings): Structure {
  const { id, saveId, className, name, x, y, z, health, maxHealth, builtAt, firstSeenAt, goneAt } = row;
  const team = teams.get(row.tribeId);
  const member = row.ownerArkId === null ? undefined : team?.members.get(row.ownerArkId);
  const hasOwner = row.ownerArkId !== null || row.ownerName !== null;
  const owner = {
    arkId: row.ownerArkId ?? '',
    name: member?.name ?? row.ownerName ?? '',
    playerId: member?.survivor?.playerId ?? null,
  };
  return {
    id,
    saveId,
    className,
    name,
    tribe: { id: row.tribeId, name: nameOf(team, row.tribeId, row.tribeName) },
    owner: hasOwner ? owner : null,
    x,
    y,
    z,
    health,
    maxHealth,
    builtAt,
    firstSeenAt,
    // A standing structure was seen in the last save.
    lastSeenAt: goneAt === null && savedAt && savedAt > row.lastSeenAt ? savedAt : row.lastSeenAt,
    goneAt,
    ownersSeenAt: team?.lastActiveAt ?? null,
  };
}

/** Callers who may not see everything get the classes of their own tribe's structures. */
export async function listClasses(
  ctx: Ctx,
  caller: Caller,
  serverId: string,
  { parentClass, directory }: PartOutput<'GET /ark/servers/{id}/getAllClassesOfType', 'query'>,
): Promise<string[]> {
  await requireServer(ctx, serverId);
  const { teamIds } = await readView(ctx, caller, serverId);
  const save = await store.findSave(ctx.db, serverId);
  if (!save?.readAt)
    throw new AppError('NOT_SUPPORTED', 'No save of this server has been read yet. Save the world first.');
  return store.findClasses(ctx.db, serverId, { ...filterOf(parentClass), directory, teamIds });
}

function filterOf(parentClass: string): store.ClassFilter {
  if (everything.test(parentClass)) return {};
  const base = baseClasses.find(([start]) => start.test(parentClass));
  return base ? { kind: base[1] } : { className: parentClass };
}

/** Deletes what is gone for longer than the retention, in batches. */
export async function removeExpired(ctx: Ctx, batchSize = rowsPerDelete): Promise<void> {
  const goneBefore = new Date(ctx.clock().getTime() - ctx.config.STRUCTURE_DAYS * dayMs);
  let removed = batchSize;
  while (removed === batchSize) removed = await store.deleteOldStructures(ctx.db, goneBefore, batchSize);
  await store.deleteOldPeople(ctx.db, goneBefore);
}
