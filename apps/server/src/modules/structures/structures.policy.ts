import { isAdmin, type StructureVisibility } from '@tribehall/contract';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { readAllPowers, readPowers } from '../moderators/moderators.service.ts';
import { readMembership, readMemberships } from '../servers/servers.service.ts';
import type { Caller } from '../sessions/sessions.service.ts';
import { findOwnTeam, findOwnTeams, findSave, findVisibilities, type TeamName } from './structures.store.ts';

/** What a caller may see of a server's save. */
export type View = {
  serverId: string;
  isAdmin: boolean;
  /** Of every tribe. */
  mayReadLogs: boolean;
  visibleTo: StructureVisibility;
  sight: 'all' | 'tribe' | 'none';
  /** The tribe of the caller's own survivor, where the save has it. */
  own: TeamName | undefined;
  /** The visible teams; undefined for all. */
  teamIds: number[] | undefined;
};

/** On a PvP server a map of all bases is a weapon: every request is checked here. */
export async function readView(ctx: Ctx, caller: Caller, serverId: string): Promise<View> {
  const { isAdmin: isServerAdmin, playerId } = await readMembership(ctx, caller, serverId);
  const powers = await readPowers(ctx, caller, { type: 'server', serverId });
  const visibleTo = (await findSave(ctx.db, serverId))?.visibleTo ?? 'tribes';
  const own = playerId === null ? undefined : await findOwnTeam(ctx.db, serverId, playerId);
  const granted = powers.has('structures') ? 'all' : visibilities[visibleTo];
  // Callers without a known tribe see nothing.
  const sight = granted === 'tribe' && !own ? 'none' : granted;
  const teamIds = { all: undefined, tribe: own ? [own.id] : [], none: [] }[sight];
  const mayReadLogs = powers.has('history');
  return { serverId, isAdmin: isServerAdmin, mayReadLogs, visibleTo, sight, own, teamIds };
}

/** What a caller may see of the saves of all servers. */
export type Overview = {
  /** The servers of which every team is visible; undefined for all servers. */
  serverIds: string[] | undefined;
  /** The visible teams of other servers. */
  teams: { serverId: string; id: number }[];
};

/** The same as `readView` for all servers at once. */
export async function readViews(ctx: Ctx, caller: Caller): Promise<Overview> {
  if (isAdmin(caller.roles)) return { serverIds: undefined, teams: [] };
  const memberships = await readMemberships(ctx, caller);
  const visibleTo = new Map((await findVisibilities(ctx.db)).map((row) => [row.serverId, row.visibleTo]));
  const isOpen = (serverId: string) => visibilities[visibleTo.get(serverId) ?? 'tribes'] === 'all';
  const seesOwn = (serverId: string) => visibilities[visibleTo.get(serverId) ?? 'tribes'] === 'tribe';
  const powers = await readAllPowers(ctx, caller);
  const moderated = powers === 'all' ? [] : [...powers].flatMap(([id, { has }]) => (has('structures') ? [id] : []));
  const characters = memberships.flatMap(({ serverId, playerId }) =>
    playerId !== null && seesOwn(serverId) ? { serverId, playerId } : [],
  );
  return {
    serverIds: [...moderated, ...[...visibleTo.keys()].filter(isOpen)],
    teams: await findOwnTeams(ctx.db, characters),
  };
}

export type OwnCharacter = { serverId: string; playerId: string; isAdmin: boolean };

/** The tribes of these characters, of one user, whose logs that user may read: the same rule as for a single log. */
export async function readOwnLogs(
  ctx: Ctx,
  characters: readonly OwnCharacter[],
): Promise<{ serverId: string; id: number }[]> {
  if (characters.length === 0) return [];
  const visibleTo = new Map((await findVisibilities(ctx.db)).map((row) => [row.serverId, row.visibleTo]));
  const isHidden = (serverId: string) => visibilities[visibleTo.get(serverId) ?? 'tribes'] === 'none';
  const readable = characters.filter((one) => one.isAdmin || !isHidden(one.serverId));
  const teams = await findOwnTeams(ctx.db, readable);
  return teams.map(({ serverId, id }) => ({ serverId, id }));
}

const visibilities: Record<StructureVisibility, View['sight']> = { members: 'all', tribes: 'tribe', admins: 'none' };

/** Hidden structures do not exist, as far as the caller can tell. */
export function requireTeam({ teamIds }: View, teamId: number, missing: string): void {
  if (teamIds && !teamIds.includes(teamId)) throw new AppError('NOT_FOUND', missing);
}

/** The log of a tribe is for its members and those who may see all of the history, even where everyone sees its structures. */
export function mayReadLog({ mayReadLogs, own }: View, teamId: number): boolean {
  return mayReadLogs || own?.id === teamId;
}
