import { createHash } from 'node:crypto';
import type { Ctx } from '../../context.ts';
import { perPortal } from '../../platform/per-portal.ts';
import { createSemaphore } from '../../platform/semaphore.ts';
import { createKept } from './kept-answers.ts';
import { findSurvivors, type SurvivorRow } from './survivors.store.ts';
import { findTeamsStamp } from './teams.store.ts';
import { gatherTeams, type Team, type Teams } from './teams.ts';
import { findTribes } from './tribes.store.ts';

/** All that is known of those who build on a server. */
export type Gathered = { teams: Teams; survivors: SurvivorRow[]; tag: string };

const maxKeptPeople = 500_000;
const minuteMs = 60 * 1000;
const hourMs = 60 * minuteMs;

const kept = perPortal(() => createKept<Gathered>(maxKeptPeople, sizeOf));
const queue = perPortal(() => createSemaphore({ parallel: 2, waiting: 1_000 }));

/** Gathered once for all who ask, until another save is read or somebody comes or goes. */
export async function readGathered(ctx: Ctx, serverId: string): Promise<Gathered> {
  const stamp = await findTeamsStamp(ctx.db, serverId);
  // Between two saves the rows change without another revision.
  const minute = stamp?.revision ? null : Math.floor(ctx.clock().getTime() / minuteMs);
  const key = JSON.stringify([serverId, stamp, minute]);
  return kept(ctx).get(key, () => queue(ctx).run(() => gather(ctx, serverId)));
}

export async function readTeams(ctx: Ctx, serverId: string): Promise<Teams> {
  return (await readGathered(ctx, serverId)).teams;
}

async function gather(ctx: Ctx, serverId: string): Promise<Gathered> {
  const [tribes, survivors] = await Promise.all([findTribes(ctx.db, serverId), findSurvivors(ctx.db, serverId)]);
  const teams = gatherTeams(tribes, survivors, ctx.clock());
  return { teams, survivors, tag: tagOf(teams.values()) };
}

/** Names and when they were last there: an hour more or less makes no other tag. */
export function tagOf(teams: Iterable<Team>): string {
  const hash = createHash('sha256');
  for (const { id, name, lastActiveAt } of teams)
    hash.update(JSON.stringify([id, name, lastActiveAt && Math.floor(lastActiveAt.getTime() / hourMs)]));
  return hash.digest('base64url').slice(0, 22);
}

function sizeOf({ teams, survivors }: Gathered): number {
  let size = survivors.length;
  for (const { members } of teams.values()) size += 1 + members.size;
  return size;
}

/** The structures themselves may name a tribe that was not read. */
export function nameOf(team: Team | undefined, id: number, written?: string | null): string {
  return team?.name || written || (team && !team.isTribe ? `Survivor ${id}` : `Tribe ${id}`);
}
