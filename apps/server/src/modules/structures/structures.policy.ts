import type { StructureSight } from '@tribehall/contract';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { readStanding } from '../servers/servers.service.ts';
import type { Caller } from '../sessions/sessions.service.ts';
import { findOwnTeam, findSave, type TeamName } from './structures.store.ts';

/** What somebody may see of what was read from a server's save. */
export type View = {
  serverId: string;
  isAdmin: boolean;
  visibleTo: StructureSight;
  sight: 'all' | 'tribe' | 'none';
  /** The tribe of the caller's own character, where that was read. */
  own: TeamName | undefined;
  /** The tribes whose things may be seen; undefined for all of them. */
  teamIds: number[] | undefined;
};

/** On a server where tribes fight, a map of all bases is a weapon: every call asks here. */
export async function readView(ctx: Ctx, caller: Caller, serverId: string): Promise<View> {
  const { isAdmin, playerId } = await readStanding(ctx, caller, serverId);
  const visibleTo = (await findSave(ctx.db, serverId))?.visibleTo ?? 'tribes';
  const own = playerId === null ? undefined : await findOwnTeam(ctx.db, serverId, playerId);
  const granted = isAdmin ? 'all' : sights[visibleTo];
  // Who has no tribe that is known sees nothing of it.
  const sight = granted === 'tribe' && !own ? 'none' : granted;
  const teamIds = { all: undefined, tribe: own ? [own.id] : [], none: [] }[sight];
  return { serverId, isAdmin, visibleTo, sight, own, teamIds };
}

const sights: Record<StructureSight, View['sight']> = { members: 'all', tribes: 'tribe', admins: 'none' };

/** What may not be seen is not there, as far as the caller can tell. */
export function requireTeam({ teamIds }: View, teamId: number, missing: string): void {
  if (teamIds && !teamIds.includes(teamId)) throw new AppError('NOT_FOUND', missing);
}

/** What a tribe writes down is its own matter, whoever may see what it built. */
export function mayReadLog({ isAdmin, own }: View, teamId: number): boolean {
  return isAdmin || own?.id === teamId;
}
