import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip, type ZlibOptions } from 'node:zlib';
import { createStructureColumns, encodeStructurePoints } from '@tribehall/contract/shared/structure-points';
import type { Ctx } from '../../../context.ts';
import type { Caller } from '../../sessions/sessions.service.ts';
import { readPoints, type PointsFilter, type PointsLists } from './points.store.ts';
import { readView } from '../structures.policy.ts';
import { findSave, type SaveRow } from '../structures.store.ts';
import { nameOf, readServerTeams, tagOf, type ServerTeams } from '../tribes/teams.service.ts';
import type { Teams } from '../tribes/teams.ts';

const compress = promisify<Uint8Array, ZlibOptions, Buffer>(gzip);

/** Built only for callers who do not have this tag yet. */
export type TaggedPoints = { tag: string; readGzipped: () => Promise<Buffer> };

export async function openPoints(
  ctx: Ctx,
  caller: Caller,
  serverId: string,
  state: PointsFilter['state'],
): Promise<TaggedPoints> {
  const { teamIds } = await readView(ctx, caller, serverId);
  const filter: PointsFilter = { serverId, state, teamIds };
  const [save, serverTeams] = [await findSave(ctx.db, serverId), await readServerTeams(ctx, serverId)];
  const tag = pointsTag(filter, save, serverTeams);
  const { points, pointBuilds } = ctx.state.structures;
  const build = () => pointBuilds.run(() => buildPoints(ctx, filter, save, serverTeams.teams));
  return { tag, readGzipped: () => points.get(tag, build) };
}

/** Changes with the save, with the rows that are visible, and with the activity of their owners. */
function pointsTag(
  { serverId, state, teamIds }: PointsFilter,
  save: SaveRow | undefined,
  serverTeams: ServerTeams,
): string {
  const { teams, tag } = serverTeams;
  const theirs = teamIds ? tagOf(teamIds.flatMap((id) => teams.get(id) ?? [])) : tag;
  const parts = [serverId, state, teamIds ?? null, save?.savedAt ?? null, save?.readAt ?? null, theirs];
  return `"${createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22)}"`;
}

async function buildPoints(ctx: Ctx, filter: PointsFilter, save: SaveRow | undefined, teams: Teams): Promise<Buffer> {
  let lists: PointsLists = { count: 0, classes: [], tribes: [], owners: [] };
  let columns = createStructureColumns(0);
  let at = 0;
  await readPoints(ctx.db, filter, {
    lists: (found) => {
      lists = found;
      columns = createStructureColumns(found.count);
    },
    chunk: ({ count, ...chunk }) => {
      for (const [name, values] of Object.entries(columns)) {
        const bytes = new Uint8Array(values.buffer);
        bytes.set(chunk[name as keyof typeof chunk], at * values.BYTES_PER_ELEMENT);
      }
      at += count;
    },
  });
  // The database writes big-endian numbers.
  for (const { buffer, BYTES_PER_ELEMENT } of Object.values(columns))
    if (BYTES_PER_ELEMENT === 2) Buffer.from(buffer).swap16();
    else Buffer.from(buffer).swap32();
  const encoded = encodeStructurePoints({ ...headOf(lists, save, teams), columns });
  return compress(encoded, { level: 4 });
}

function headOf({ count, classes, tribes, owners }: PointsLists, save: SaveRow | undefined, teams: Teams) {
  const names = new Map<string, string>();
  for (const team of teams.values()) for (const { arkId, name } of team.members.values()) names.set(arkId, name);
  return {
    count,
    savedAt: toSeconds(save?.savedAt),
    classes,
    tribes: tribes.map(({ id, name }) => {
      const team = teams.get(id);
      return { id, name: nameOf(team, id, name), lastActiveAt: toSeconds(team?.lastActiveAt) };
    }),
    owners: owners.map(({ arkId, name }) => ({ arkId, name: names.get(arkId) ?? name ?? '' })),
  };
}

function toSeconds(date: Date | null | undefined): number {
  return date ? Math.max(0, Math.floor(date.getTime() / 1000)) : 0;
}
