import { toLatitude, toLongitude } from '@tribehall/ark/maps/ark-map';
import { csvLine } from '@tribehall/common/csv';
import type { PartOutput } from '@tribehall/contract';
import { classTitle } from '@tribehall/contract/shared/text';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import type { Caller } from '../../sessions/sessions.service.ts';
import { findPage, type ExportFilter } from './export.store.ts';
import { findArkMap, type ArkMap } from '../map/maps.service.ts';
import { readView, type View } from '../structures.policy.ts';
import { toStructure, type Structure, type Surroundings } from '../structures.service.ts';
import { findSave, findServer } from '../structures.store.ts';
import { readTeams } from '../tribes/teams.service.ts';

type Query = PartOutput<'GET /ark/servers/{id}/structures/export', 'query'>;

const pageSize = 1_000;
const retryAfterS = 5;
const dayMs = 24 * 60 * 60 * 1000;

/** A file that is read while it is being sent. */
export type Export = {
  name: string;
  pieces: AsyncGenerator<string>;
  /** To be called when the reader is finished or gone. */
  release: () => void;
};

/** All structures that the caller may see and that match the query; `signal` aborts it when the reader is gone. */
export async function exportStructures(
  ctx: Ctx,
  caller: Caller,
  serverId: string,
  query: Query,
  signal: AbortSignal,
): Promise<Export> {
  const view = await readView(ctx, caller, serverId);
  const release = acquireSlot(ctx, caller);
  try {
    const [save, server] = [await findSave(ctx.db, serverId), await findServer(ctx.db, serverId)];
    const surroundings = { savedAt: save?.savedAt ?? null, teams: await readTeams(ctx, serverId) };
    const map = findArkMap(ctx, save?.map ?? server?.map ?? undefined);
    const pages = await withFirstPage(
      readPages(ctx, toFilter(ctx, view, query, surroundings), surroundings, query.search, signal),
    );
    return {
      name: `structures-${server?.name ?? serverId}-${ctx.clock().toISOString().slice(0, 10)}.${query.format}`,
      pieces: query.format === 'csv' ? asCsv(pages, map) : asJson(pages, map),
      release,
    };
  } catch (error) {
    release();
    throw error;
  }
}

/** One export per user, and a few in total. */
function acquireSlot({ state }: Ctx, { userId }: Caller): () => void {
  const slot = state.structures.exports.tryAcquire(userId);
  if (typeof slot === 'function') return slot;
  const message =
    slot === 'key'
      ? 'Another export of yours is still running. Wait for it to finish.'
      : 'Too many exports are running. Try again in a moment.';
  throw new AppError('TOO_MANY_REQUESTS', message, { retryAfterS });
}

/** Reads the first page before the reply starts, so that an error in the query can still be reported. */
async function withFirstPage(pages: AsyncGenerator<Structure[]>): Promise<AsyncGenerator<Structure[]>> {
  const first = await pages.next();
  return (async function* () {
    if (first.done) return;
    yield first.value;
    yield* pages;
  })();
}

/** The same filters as on the page. */
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
    abandoned: since && {
      since,
      teamIds: seen.filter((team) => team.lastActiveAt && team.lastActiveAt < since).map((team) => team.id),
      seenTeamIds: seen.map((team) => team.id),
    },
  };
}

function unlessEmpty<T>(values: T[] | undefined): T[] | undefined {
  return values?.length === 0 ? undefined : values;
}

/** Page by page, so that a slow reader holds no database resources. */
async function* readPages(
  ctx: Ctx,
  filter: ExportFilter,
  surroundings: Surroundings,
  search: string | undefined,
  signal: AbortSignal,
): AsyncGenerator<Structure[]> {
  const matches = matcherOf(search?.trim().toLowerCase() ?? '');
  let after = 0;
  while (!signal.aborted) {
    const rows = await findPage(ctx.db, filter, after, pageSize);
    const found = rows.map((row) => toStructure(row, surroundings)).filter(matches);
    if (found.length > 0) yield found;
    after = rows.at(-1)?.id ?? after;
    if (rows.length < pageSize) return;
  }
}

/** The same search as on the page, which knows the titles of classes. */
function matcherOf(search: string): (structure: Structure) => boolean {
  const contains = (text: string) => text.toLowerCase().includes(search);
  return ({ className, tribe, owner }) =>
    search === '' || [className, classTitle(className), tribe.name, owner?.name ?? ''].some(contains);
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
    yield `${start}${page.map((structure) => JSON.stringify({ ...structure, ...coordinatesOn(map, structure) })).join(',\n')}`;
    start = ',\n';
  }
  yield start === ',\n' ? '\n]\n' : '[]\n';
}

function coordinatesOn(map: ArkMap | null, { x, y }: Structure): { latitude: number | null; longitude: number | null } {
  return { latitude: map && toLatitude(map, y), longitude: map && toLongitude(map, x) };
}
