import type { JournalKind, PartOutput, ReplyOutput } from '@tribehall/contract';
import type { Ctx } from '../../context.ts';
import { detailsOf, newestFirst, readEntries, type Cursor, type EntryRow } from '../journal/journal.service.ts';
import { readSessions, type SessionRow } from '../journal/presence.service.ts';
import { maySeeSanctions } from '../sanctions/records.service.ts';
import type { Caller } from '../sessions/sessions.service.ts';
import { readSight, serversSeen, type Sight } from './people.policy.ts';

type Page = ReplyOutput<'GET /ark/players/{playerId}/timeline'>;
type Query = PartOutput<'GET /ark/players/{playerId}/timeline', 'query'>;
type Entry = Page['entries'][number];
type Placed = Cursor & { entry: Entry };

export const pageSize = 50;
/** Visits come from the sessions, which know them better than the log. */
export const visitKinds: readonly JournalKind[] = ['joined', 'left'];
/** What everyone in the game could read. */
export const publicKinds: readonly JournalKind[] = ['died', 'tamed'];

/** What someone did and what happened to them, as far as the caller may see it. */
export async function readTimeline(ctx: Ctx, caller: Caller, playerId: string, query: Query): Promise<Page> {
  const sight = await readSight(ctx, caller);
  const seen = serversSeen(sight, playerId, query.serverId);
  const before = query.before === undefined ? undefined : readCursor(query.before);
  const span = { from: query.from, until: query.until };
  const [events, visits] = await Promise.all([
    findEvents(ctx, playerId, seen, { ...span, kinds: query.kinds, before }),
    findVisits(ctx, playerId, [...seen.all, ...seen.public], { ...span, kinds: query.kinds, before }),
  ]);
  const placed = [
    ...events.map((row) => ({ ...row, entry: toTimelineEntry(sight, row) })),
    ...visits.flatMap((row) => placeVisits(serverOf(sight, row.serverId), row)),
  ];
  const inSpan = placed.filter(
    (one) =>
      (!before || newestFirst(before, one) < 0) &&
      (!span.from || one.at >= span.from) &&
      (!span.until || one.at < span.until) &&
      (!query.kinds || query.kinds.includes(one.entry.kind)),
  );
  return pageOf(inSpan.toSorted(newestFirst));
}

/** The first page of entries that are sorted; one more than it holds says that there is another page. */
export function pageOf(placed: readonly Placed[]): Page {
  const last = placed[pageSize - 1];
  return {
    entries: placed.slice(0, pageSize).map(({ entry }) => entry),
    next: last && placed.length > pageSize ? `${last.at.getTime()}_${last.id}` : null,
  };
}

type Filter = { from: Date | undefined; until: Date | undefined; kinds: Query['kinds']; before: Cursor | undefined };

async function findEvents(
  ctx: Ctx,
  playerId: string,
  seen: Record<'all' | 'public', string[]>,
  { kinds, ...filter }: Filter,
): Promise<EntryRow[]> {
  const wanted = kinds?.filter((kind) => !visitKinds.includes(kind));
  const find = (serverIds: string[], allowed: readonly JournalKind[] | undefined, isPublic: boolean) =>
    serverIds.length === 0 || allowed?.length === 0
      ? []
      : readEntries(ctx, { ...filter, playerId, serverIds, kinds: allowed, isPublic, limit: pageSize + 1 });
  const [all, others] = await Promise.all([
    find(seen.all, wanted, false),
    find(seen.public, wanted ? wanted.filter((kind) => publicKinds.includes(kind)) : publicKinds, true),
  ]);
  return [...all, ...others].filter(({ kind }) => !visitKinds.includes(kind));
}

async function findVisits(ctx: Ctx, playerId: string, serverIds: string[], filter: Filter): Promise<SessionRow[]> {
  const isWanted = filter.kinds === undefined || filter.kinds.some((kind) => visitKinds.includes(kind));
  if (!isWanted || serverIds.length === 0) return [];
  const until = filter.before?.at ?? filter.until;
  return readSessions(ctx, { playerId, serverIds, from: filter.from, until, limit: pageSize + 1 });
}

/** Those who may read sanctions on the server also learn which one it was. */
function toTimelineEntry(sight: Sight, row: EntryRow): Entry {
  const { sanctionId } = detailsOf(row);
  const entry = toEntry(serverOf(sight, row.serverId), row);
  const server = sight.servers.get(row.serverId);
  return sanctionId !== undefined && server && maySeeSanctions(server) ? { ...entry, sanctionId } : entry;
}

/** A row of the journal as replies have it. */
export function toEntry({ id: serverId, name }: Entry['server'], row: EntryRow): Entry {
  const { id, at, kind, tribe, tribeId, otherTribe, thing, day, time, text } = row;
  const { level, creature, isTimeUncertain } = detailsOf(row);
  return {
    id: String(id),
    at,
    server: { id: serverId, name },
    kind,
    player: personOf(row.playerId, row.player, level),
    other: otherOf(row),
    ...(creature && { creature: { name: creature.name, level: creature.level, species: creature.species } }),
    tribe: tribe === null ? null : { id: tribeId, name: tribe },
    otherTribe,
    thing,
    day,
    time,
    text,
    isCertain: isTimeUncertain !== true,
  };
}

function serverOf({ servers }: Sight, id: string): Entry['server'] {
  return { id, name: servers.get(id)?.name ?? '' };
}

function personOf(id: string | null, name: string | null, level: number | undefined): Entry['player'] {
  return id === null && name === null ? null : { id, name, level };
}

function otherOf(row: EntryRow): Entry['other'] {
  const { otherLevel, otherSpecies } = detailsOf(row);
  const person = personOf(row.otherPlayerId, row.other, otherLevel);
  return person && { ...person, kind: kindOfOther(row), species: otherSpecies };
}

const tribeKinds: readonly JournalKind[] = ['tribe-joined', 'tribe-left', 'tribe-promoted'];

/** Only tamed creatures have a species, only wild ones an article, and only survivors and tamed creatures a tribe. */
function kindOfOther(row: EntryRow): NonNullable<Entry['other']>['kind'] {
  const { otherLevel, otherSpecies } = detailsOf(row);
  if (row.otherPlayerId !== null || tribeKinds.includes(row.kind)) return 'player';
  const isWild = [' by a ', ' by an '].some((by) => row.text.includes(`${by}${row.other} - Lvl `));
  if (otherSpecies !== undefined || isWild) return 'creature';
  return otherLevel !== undefined && row.otherTribe !== null ? 'player' : undefined;
}

/** Coming and leaving are two entries. Below zero, so that their ids differ from those of events. */
export function placeVisits(server: Entry['server'], row: SessionRow): Placed[] {
  const visit = (kind: 'joined' | 'left', at: Date, isCertain: boolean): Placed => {
    const id = -(row.id * 2n + (kind === 'left' ? 0n : 1n));
    const entry: Entry = {
      id: String(id),
      at,
      server: { id: server.id, name: server.name },
      kind,
      player: { id: row.playerId, name: row.name },
      other: null,
      tribe: null,
      otherTribe: null,
      thing: row.survivor,
      day: null,
      time: null,
      text: '',
      isCertain,
    };
    return { id, at, entry };
  };
  const left = row.endedAt ? [visit('left', row.endedAt, row.isEndCertain)] : [];
  return [...left, visit('joined', row.beganAt, row.isBeginCertain)];
}

export function readCursor(text: string): Cursor {
  const [at = '0', id = '0'] = text.split('_');
  return { at: new Date(Number(at)), id: BigInt(id) };
}
