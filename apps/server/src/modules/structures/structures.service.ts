import type { ReplyOutput } from '@tribehall/contract';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import type { Caller } from '../sessions/sessions.service.ts';
import { readView, requireTeam } from './structures.policy.ts';
import * as store from './structures.store.ts';
import { nameOf, readTeams } from './teams.service.ts';
import type { Teams } from './teams.ts';

export type Structure = ReplyOutput<'GET /ark/servers/{id}/structures/{structureId}'>;

const unknownStructure = 'There is no such structure.';

export async function readStructure(ctx: Ctx, caller: Caller, serverId: string, id: number): Promise<Structure> {
  const view = await readView(ctx, caller, serverId);
  const row = await store.findStructure(ctx.db, serverId, id);
  if (!row) throw new AppError('NOT_FOUND', unknownStructure);
  requireTeam(view, row.tribeId, unknownStructure);
  const [save, teams] = [await store.findSave(ctx.db, serverId), await readTeams(ctx, serverId)];
  return toStructure(row, { savedAt: save?.savedAt ?? null, teams });
}

/** What is told of a structure stands partly with the save that it is in, and with those who built it. */
export type Surroundings = { savedAt: Date | null; teams: Teams };

export function toStructure(row: store.StructureRow, { savedAt, teams }: Surroundings): Structure {
  const { id, saveId, className, name, x, y, z, health, maxHealth, builtAt, firstSeenAt, goneAt } = row;
  const team = teams.get(row.tribeId);
  const member = row.ownerArkId === null ? undefined : team?.members.get(row.ownerArkId);
  const hasOwner = row.ownerArkId !== null || row.ownerName !== null;
  return {
    id,
    saveId,
    className,
    name,
    tribe: { id: row.tribeId, name: nameOf(team, row.tribeId, row.tribeName) },
    owner: hasOwner ? { arkId: row.ownerArkId ?? '', name: member?.name ?? row.ownerName ?? '' } : null,
    x,
    y,
    z,
    health,
    maxHealth,
    builtAt,
    firstSeenAt,
    // What stands was seen in the last save that was read.
    lastSeenAt: goneAt === null && savedAt && savedAt > row.lastSeenAt ? savedAt : row.lastSeenAt,
    goneAt,
    ownersSeenAt: team?.lastActiveAt ?? null,
  };
}
