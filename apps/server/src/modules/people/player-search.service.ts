import type { ReplyOutput } from '@tribehall/contract';
import type { Ctx } from '../../context.ts';
import { isWorthwhile, worstRanks, type TextSearch } from '../../db/text-search.ts';
import type { Caller } from '../sessions/sessions.service.ts';
import { extentOf, mayListPresence, readSight, type Sight } from './people.policy.ts';
import * as store from './player-search.store.ts';

type PlayerHit = ReplyOutput<'GET /search'>['players'][number];
type Match = Pick<store.MatchRow, 'by' | 'text' | 'rank'>;

/** Of people who match equally well this many are compared by when they were last seen. */
const maxCompared = 50;
/** A person has several names. */
const maxMatches = 3 * maxCompared;
const idStart = /^[0-9a-f]{6,32}$/;
const nameOrder = ['online', 'player', 'saved', 'survivor'] as const;

/**
 * People by any name they have or had, by their ID, and by their account. A name that was recorded where the caller may
 * not see the history is neither found nor shown.
 */
export async function searchPlayers(ctx: Ctx, caller: Caller, search: TextSearch, limit: number): Promise<PlayerHit[]> {
  const sight = await readSight(ctx, caller);
  const matches = await findMatches(ctx, search, findableBy(sight, caller), limit);
  if (matches.size === 0) return [];
  const sightings = (await store.findSightings(ctx.db, [...matches.keys()])).filter(
    (row) => row.kind === 'online' || extentOf(sight, row.serverId, row.playerId) !== 'none',
  );
  const now = ctx.clock();
  return [...matches]
    .map(([id, match]) => {
      const own = sightings.filter(({ playerId }) => playerId === id);
      return { match, hit: toHit(sight, id, match, own, now) };
    })
    .toSorted((a, b) => a.match.rank - b.match.rank || onlineFirst(a.hit, b.hit))
    .slice(0, limit)
    .map(({ hit }) => hit);
}

function findableBy({ servers, ownPlayerIds, isAdmin }: Sight, { userId }: Caller): store.Findable {
  const seen = [...servers.values()].filter(mayListPresence);
  return {
    serverIds: seen.length === servers.size ? undefined : seen.map(({ id }) => id),
    playerIds: [...ownPlayerIds],
    accountOf: isAdmin ? undefined : userId,
  };
}

/** The best match of each person. Looks further only while too few are found, as each comparison costs more. */
async function findMatches(
  ctx: Ctx,
  search: TextSearch,
  findable: store.Findable,
  limit: number,
): Promise<Map<string, Match>> {
  const found = new Map<string, Match>();
  const add = (rows: store.MatchRow[]) => {
    for (const { playerId, ...match } of rows)
      if (match.rank < (found.get(playerId)?.rank ?? Number.POSITIVE_INFINITY)) found.set(playerId, match);
  };
  const filter = { findable, limit: maxMatches };
  const start = search.text.toLowerCase();
  if (idStart.test(start)) add(await store.findByIdStart(ctx.db, start, filter));
  add(await store.findCurrent(ctx.db, search, filter));
  for (const compare of ['begins', 'words', 'contains', 'alike'] as const) {
    if (!isWorthwhile(compare, search)) continue;
    add(await store.findRecorded(ctx.db, search, { ...filter, compare }));
    if ([...found.values()].filter(({ rank }) => rank <= worstRanks[compare]).length >= limit) break;
  }
  const best = [...found].toSorted(([, a], [, b]) => a.rank - b.rank);
  return new Map(best.slice(0, maxCompared));
}

type Sightings = readonly store.SightingRow[];

/** `sightings`: only those that the caller may see. */
function toHit({ servers }: Sight, id: string, { by, text }: Match, sightings: Sightings, now: Date): PlayerHit {
  const of = (kind: store.SightingRow['kind']) => sightings.filter((row) => row.kind === kind);
  const online = latest(of('online'), 'seenAt');
  const seen = online ?? latest(sightings, 'seenAt');
  const [named] = nameOrder.flatMap((kind) => latest(of(kind), 'namedAt') ?? []);
  const server = seen && servers.get(seen.serverId);
  return {
    id,
    name: named?.name ?? id,
    match: { by, text },
    server: server ? { id: server.id, name: server.name } : null,
    isOnline: online !== undefined,
    lastSeenAt: online ? now : timeOf(seen?.seenAt),
    isAdmin: server?.isAdmin ?? false,
  };
}

function latest(rows: Sightings, field: 'namedAt' | 'seenAt'): store.SightingRow | undefined {
  return rows.toSorted((a, b) => msOf(timeOf(b[field])) - msOf(timeOf(a[field])))[0];
}

function timeOf(text: string | null | undefined): Date | null {
  return text === null || text === undefined ? null : new Date(text);
}

const msOf = (time: Date | null) => time?.getTime() ?? 0;

function onlineFirst(a: PlayerHit, b: PlayerHit): number {
  return Number(b.isOnline) - Number(a.isOnline) || msOf(b.lastSeenAt) - msOf(a.lastSeenAt);
}
