import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip, type ZlibOptions } from 'node:zlib';
import { createStructureColumns, encodeStructurePoints } from '@tribehall/contract/shared/structure-points';
import type { Ctx } from '../../context.ts';
import { perPortal } from '../../platform/per-portal.ts';
import { createSemaphore } from '../../platform/semaphore.ts';
import type { Caller } from '../sessions/sessions.service.ts';
import { createKept } from './kept-answers.ts';
import { readPoints, type PointsFilter, type PointsLists } from './points.store.ts';
import { readView } from './structures.policy.ts';
import { findSave, type SaveRow } from './structures.store.ts';
import { nameOf, readGathered, tagOf, type Gathered } from './teams.service.ts';
import type { Teams } from './teams.ts';

const maxKeptBytes = 64 * 1024 * 1024;
const compress = promisify<Uint8Array, ZlibOptions, Buffer>(gzip);

/** One answer is for all who see the same; few are made at once. */
const kept = perPortal(() => createKept<Buffer>(maxKeptBytes, (answer) => answer.length));
const queue = perPortal(() => createSemaphore({ parallel: 2, waiting: 100 }));

/** Known by its tag; it is only read for those who do not have it yet. */
export type PointsAnswer = { tag: string; readGzipped: () => Promise<Buffer> };

export async function openPoints(
  ctx: Ctx,
  caller: Caller,
  serverId: string,
  state: PointsFilter['state'],
): Promise<PointsAnswer> {
  const { teamIds } = await readView(ctx, caller, serverId);
  const filter: PointsFilter = { serverId, state, teamIds };
  const [save, gathered] = [await findSave(ctx.db, serverId), await readGathered(ctx, serverId)];
  const tag = pointsTag(filter, save, gathered);
  const build = () => queue(ctx).run(() => buildPoints(ctx, filter, save, gathered.teams));
  return { tag, readGzipped: () => kept(ctx).get(tag, build) };
}

/** The save, whose rows of it, and when these were last there. */
function pointsTag({ serverId, state, teamIds }: PointsFilter, save: SaveRow | undefined, gathered: Gathered): string {
  const { teams, tag } = gathered;
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
  // The database writes the highest byte first.
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
