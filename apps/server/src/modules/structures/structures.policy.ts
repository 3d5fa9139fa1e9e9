import type { StructureVisibility } from '@tribehall/contract';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { readMembership } from '../servers/servers.service.ts';
import type { Caller } from '../sessions/sessions.service.ts';
import { findOwnTeam, findSave, type TeamName } from './structures.store.ts';

/** What a caller may see of a server's save. */
export type View = {
  serverId: string;
  isAdmin: boolean;
  visibleTo: StructureVisibility;
  sight: 'all' | 'tribe' | 'none';
  /** The tribe of the caller's own survivor, where the save has it. */
  own: TeamName | undefined;
  /** The visible teams; undefined for all. */
  teamIds: number[] | undefined;
};

/** On a PvP server a map of all bases is a weapon: every request is checked here. */
export async function readView(ctx: Ctx, caller: Caller, serverId: string): Promise<View> {
  const { isAdmin, playerId } = await readMembership(ctx, caller, serverId);
  const visibleTo = (await findSave(ctx.db, serverId))?.visibleTo ?? 'tribes';
  const own = playerId === null ? undefined : await findOwnTeam(ctx.db, serverId, playerId);
  const granted = isAdmin ? 'all' : visibilities[visibleTo];
  // Callers without a known tribe see nothing.
  const sight = granted === 'tribe' && !own ? 'none' : granted;
  const teamIds = { all: undefined, tribe: own ? [own.id] : [], none: [] }[sight];
  return { serverId, isAdmin, visibleTo, sight, own, teamIds };
}

const visibilities: Record<StructureVisibility, View['sight']> = { members: 'all', tribes: 'tribe', admins: 'none' };

/** Hidden structures do not exist, as far as the caller can tell. */
export function requireTeam({ teamIds }: View, teamId: number, missing: string): void {
  if (teamIds && !teamIds.includes(teamId)) throw new AppError('NOT_FOUND', missing);
}

/** The log of a tribe is for its members only, even where everyone may see its structures. */
export function mayReadLog({ isAdmin, own }: View, teamId: number): boolean {
  return isAdmin || own?.id === teamId;
}
