import type { Ctx } from '../../context.ts';
import { findSurvivors } from './survivors.store.ts';
import { gatherTeams, type Team } from './teams.ts';
import { findTribes } from './tribes.store.ts';

export async function readTeams(ctx: Ctx, serverId: string): Promise<Map<number, Team>> {
  const [tribes, survivors] = await Promise.all([findTribes(ctx.db, serverId), findSurvivors(ctx.db, serverId)]);
  return gatherTeams(tribes, survivors, ctx.clock());
}

/** The structures themselves may name a tribe that was not read. */
export function nameOf(team: Team | undefined, id: number, written?: string | null): string {
  return team?.name || written || `Tribe ${id}`;
}
