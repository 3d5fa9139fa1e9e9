import type { ReplyOutput } from '@tribehall/contract';
import type { Ctx } from '../../context.ts';
import type { Caller } from '../sessions/sessions.service.ts';
import { readView } from './structures.policy.ts';
import { findSurvivors, type SurvivorRow } from './survivors.store.ts';
import { nameOf } from './teams.service.ts';
import { gatherTeams, lastSeenAt, type Team } from './teams.ts';
import { byLastSeen } from './tribes.service.ts';
import { findTribes } from './tribes.store.ts';

type Survivor = ReplyOutput<'GET /ark/servers/{id}/survivors'>[number];

/** Where they are stays here: not even their own tribe is told. */
export async function listSurvivors(ctx: Ctx, caller: Caller, serverId: string): Promise<Survivor[]> {
  const { teamIds } = await readView(ctx, caller, serverId);
  if (teamIds?.length === 0) return [];
  const now = ctx.clock();
  const rows = await findSurvivors(ctx.db, serverId);
  const teams = gatherTeams(await findTribes(ctx.db, serverId), rows, now);
  const teamOf = new Map<string, Team>();
  for (const team of teams.values()) for (const { arkId } of team.members) teamOf.set(arkId, team);
  return rows
    .map((row) => ({ row, team: teamOf.get(row.arkId) }))
    .filter(({ team }) => !teamIds || (team && teamIds.includes(team.id)))
    .map(({ row, team }) => toSurvivor(row, team, now))
    .toSorted(byLastSeen);
}

function toSurvivor(row: SurvivorRow, team: Team | undefined, now: Date): Survivor {
  const { arkId, playerId, name, platformName, level, isOnline, goneAt } = row;
  const isInTribe = team !== undefined && (team.tribe !== undefined || row.tribeId !== null);
  const tribe = isInTribe ? { id: team.id, name: nameOf(team, team.id) } : null;
  return { arkId, playerId, name, platformName, level, tribe, lastSeenAt: lastSeenAt(row, now), isOnline, goneAt };
}
