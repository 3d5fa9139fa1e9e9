import type { ReplyOutput } from '@tribehall/contract';
import type { Ctx } from '../../context.ts';
import type { Caller } from '../sessions/sessions.service.ts';
import { readView } from './structures.policy.ts';
import type { SurvivorRow } from './survivors.store.ts';
import { nameOf, readGathered } from './teams.service.ts';
import { lastSeenAt, type Team } from './teams.ts';
import { byLastSeen } from './tribes.service.ts';

type Survivor = ReplyOutput<'GET /ark/servers/{id}/survivors'>[number];

/** Where they are stays here: not even their own tribe is told. */
export async function listSurvivors(ctx: Ctx, caller: Caller, serverId: string): Promise<Survivor[]> {
  const { teamIds } = await readView(ctx, caller, serverId);
  if (teamIds?.length === 0) return [];
  const { teams, survivors } = await readGathered(ctx, serverId);
  const now = ctx.clock();
  const teamOf = new Map<string, Team>();
  for (const team of teams.values())
    for (const arkId of team.members.keys()) if (isTheirs(team, teamOf.get(arkId))) teamOf.set(arkId, team);
  return survivors
    .map((row) => ({ row, team: teamOf.get(row.arkId) }))
    .filter(({ team }) => !teamIds || (team && teamIds.includes(team.id)))
    .map(({ row, team }) => toSurvivor(row, team, now))
    .toSorted(byLastSeen);
}

/** A tribe that is gone may still name those who are in another by now. */
function isTheirs({ tribe }: Team, known: Team | undefined): boolean {
  return known === undefined || (tribe?.goneAt ?? null) === null;
}

function toSurvivor(row: SurvivorRow, team: Team | undefined, now: Date): Survivor {
  const { arkId, playerId, name, platformName, level, isOnline, goneAt } = row;
  const tribe = team?.isTribe ? { id: team.id, name: nameOf(team, team.id) } : null;
  return { arkId, playerId, name, platformName, level, tribe, lastSeenAt: lastSeenAt(row, now), isOnline, goneAt };
}
