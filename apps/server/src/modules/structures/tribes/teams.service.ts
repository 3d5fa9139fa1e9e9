import { createHash } from 'node:crypto';
import type { Ctx } from '../../../context.ts';
import { findSurvivors } from './survivors.store.ts';
import { gatherTeams, type ServerTeams, type Team, type Teams } from './teams.ts';
import { findTeamsStamp, findTribes } from './tribes.store.ts';

export type { ServerTeams } from './teams.ts';

const minuteMs = 60 * 1000;
const hourMs = 60 * minuteMs;

/** Cached until another save is read or a player joins or leaves. */
export async function readServerTeams(ctx: Ctx, serverId: string): Promise<ServerTeams> {
  const { teams, teamReads } = ctx.state.structures;
  const stamp = await findTeamsStamp(ctx.db, serverId);
  // While a save is being read, rows change without a new revision.
  const minute = stamp?.revision ? null : Math.floor(ctx.clock().getTime() / minuteMs);
  const key = JSON.stringify([serverId, stamp, minute]);
  return teams.get(key, () => teamReads.run(() => readAll(ctx, serverId)));
}

export async function readTeams(ctx: Ctx, serverId: string): Promise<Teams> {
  return (await readServerTeams(ctx, serverId)).teams;
}

async function readAll(ctx: Ctx, serverId: string): Promise<ServerTeams> {
  const [tribes, survivors] = await Promise.all([findTribes(ctx.db, serverId), findSurvivors(ctx.db, serverId)]);
  const teams = gatherTeams(tribes, survivors, ctx.clock());
  return { teams, survivors, tag: tagOf(teams.values()) };
}

/** Of names and last activity, which is rounded to hours so that the tag stays stable. */
export function tagOf(teams: Iterable<Team>): string {
  const hash = createHash('sha256');
  for (const { id, name, lastActiveAt } of teams)
    hash.update(JSON.stringify([id, name, lastActiveAt && Math.floor(lastActiveAt.getTime() / hourMs)]));
  return hash.digest('base64url').slice(0, 22);
}

/** `storedName`: structures carry the name of their tribe, which may be missing in the save. */
export function nameOf(team: Team | undefined, id: number, storedName?: string | null): string {
  return team?.name || storedName || (team && !team.isTribe ? `Survivor ${id}` : `Tribe ${id}`);
}
