import { toLatitude, toLongitude } from '@tribehall/ark/maps/ark-map';
import type { PartOutput } from '@tribehall/contract';
import { classTitle } from '@tribehall/contract/shared/text';
import type { Ctx } from '../../context.ts';
import type { Caller } from '../sessions/sessions.service.ts';
import { csvLine } from './csv.ts';
import { exportPlaces } from './export-places.ts';
import { findPage, type ExportFilter } from './export.store.ts';
import { findArkMap, type ArkMap } from './maps.service.ts';
import { readView, type View } from './structures.policy.ts';
import { toStructure, type Structure, type Surroundings } from './structures.service.ts';
import { findSave, findServer } from './structures.store.ts';
import { readTeams } from './teams.service.ts';

type Query = PartOutput<'GET /ark/servers/{id}/structures/export', 'query'>;

const pageSize = 1_000;
const dayMs = 24 * 60 * 60 * 1000;

/** A file that is read while it is sent. */
export type Export = {
  name: string;
  pieces: AsyncGenerator<string>;
  /** To be called when nobody reads it any more. */
  leave: () => void;
};

/** Everything the caller may see and asks for, until the signal says that nobody waits for it. */
export async function exportStructures(
  ctx: Ctx,
  caller: Caller,
  serverId: string,
  query: Query,
  signal: AbortSignal,
): Promise<Export> {
  const view = await readView(ctx, caller, serverId);
  const leave = exportPlaces(ctx).take(caller.userId);
  try {
    const [save, server] = [await findSave(ctx.db, serverId), await findServer(ctx.db, serverId)];
    const around = { savedAt: save?.savedAt ?? null, teams: await readTeams(ctx, serverId) };
    const map = findArkMap(ctx, save?.map ?? server?.map ?? undefined);
    const pages = await begun(readPages(ctx, toFilter(ctx, view, query, around), around, query.search, signal));
    return {
      name: `structures-${server?.name ?? serverId}-${ctx.clock().toISOString().slice(0, 10)}.${query.format}`,
      pieces: query.format === 'csv' ? asCsv(pages, map) : asJson(pages, map),
      leave,
    };
  } catch (error) {
    leave();
    throw error;
  }
}

/** The first page is read before anything is answered, so that what is wrong with the query shows. */
async function begun(pages: AsyncGenerator<Structure[]>): Promise<AsyncGenerator<Structure[]>> {
  const first = await pages.next();
  return (async function* () {
    if (first.done) return;
    yield first.value;
    yield* pages;
  })();
}

/** The same choice as on the page. */
function toFilter(ctx: Ctx, view: View, query: Query, { teams }: Surroundings): ExportFilter {
  const now = ctx.clock().getTime();
  const ago = (days: number | undefined) => (days === undefined ? undefined : new Date(now - days * dayMs));
  const since = ago(query.leftBehindDays);
  const seen = [...teams.values()].filter((team) => team.lastActiveAt !== null);
  return {
    serverId: view.serverId,
    teamIds: view.teamIds,
    state: query.state,
    tribes: unlessEmpty(query.tribes)?.map(Number),
    owners: unlessEmpty(query.owners),
    classes: unlessEmpty(query.classes),
    bornUntil: ago(query.minAgeDays),
    bornFrom: ago(query.maxAgeDays),
    leftBehind: since && {
      since,
      teamIds: seen.filter((team) => team.lastActiveAt && team.lastActiveAt < since).map((team) => team.id),
      seenTeamIds: seen.map((team) => team.id),
    },
  };
}

function unlessEmpty<T>(values: T[] | undefined): T[] | undefined {
  return values?.length === 0 ? undefined : values;
}

/** Page by page, so that a slow reader holds nothing of the database. */
async function* readPages(
  ctx: Ctx,
  filter: ExportFilter,
  around: Surroundings,
  search: string | undefined,
  signal: AbortSignal,
): AsyncGenerator<Structure[]> {
  const isWanted = finds(search?.trim().toLowerCase() ?? '');
  let after = 0;
  // Nobody reads the rest of what ends so.
  while (!signal.aborted) {
    const rows = await findPage(ctx.db, filter, after, pageSize);
    const found = rows.map((row) => toStructure(row, around)).filter(isWanted);
    if (found.length > 0) yield found;
    after = rows.at(-1)?.id ?? after;
    if (rows.length < pageSize) return;
  }
}

/** As the page finds them, which knows the words for a class. */
function finds(search: string): (structure: Structure) => boolean {
  const holds = (text: string) => text.toLowerCase().includes(search);
  return ({ className, tribe, owner }) =>
    search === '' || [className, classTitle(className), tribe.name, owner?.name ?? ''].some(holds);
}

const columns: Record<string, (structure: Structure, map: ArkMap | null) => string | number | Date | null> = {
  id: ({ id }) => id,
  saveId: ({ saveId }) => saveId,
  className: ({ className }) => className,
  name: ({ name }) => name,
  tribeId: ({ tribe }) => tribe.id,
  tribe: ({ tribe }) => tribe.name,
  ownerId: ({ owner }) => owner?.arkId ?? null,
  owner: ({ owner }) => owner?.name ?? null,
  latitude: ({ y }, map) => map && toLatitude(map, y),
  longitude: ({ x }, map) => map && toLongitude(map, x),
  x: ({ x }) => x,
  y: ({ y }) => y,
  z: ({ z }) => z,
  health: ({ health }) => health,
  maxHealth: ({ maxHealth }) => maxHealth,
  builtAt: ({ builtAt }) => builtAt,
  firstSeenAt: ({ firstSeenAt }) => firstSeenAt,
  lastSeenAt: ({ lastSeenAt }) => lastSeenAt,
  goneAt: ({ goneAt }) => goneAt,
  ownersSeenAt: ({ ownersSeenAt }) => ownersSeenAt,
};

async function* asCsv(pages: AsyncGenerator<Structure[]>, map: ArkMap | null): AsyncGenerator<string> {
  yield csvLine(Object.keys(columns));
  const cells = Object.values(columns);
  for await (const page of pages)
    yield page.map((structure) => csvLine(cells.map((cell) => cell(structure, map)))).join('');
}

async function* asJson(pages: AsyncGenerator<Structure[]>, map: ArkMap | null): AsyncGenerator<string> {
  let start = '[\n';
  for await (const page of pages) {
    yield `${start}${page.map((structure) => JSON.stringify({ ...structure, ...placeOn(map, structure) })).join(',\n')}`;
    start = ',\n';
  }
  yield start === ',\n' ? '\n]\n' : '[]\n';
}

function placeOn(map: ArkMap | null, { x, y }: Structure): { latitude: number | null; longitude: number | null } {
  return { latitude: map && toLatitude(map, y), longitude: map && toLongitude(map, x) };
}
