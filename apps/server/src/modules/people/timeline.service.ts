import type { JournalKind, PartOutput, ReplyOutput } from '@tribehall/contract';
import type { Ctx } from '../../context.ts';
import { newestFirst, readEntries, type Cursor, type EntryRow } from '../journal/journal.service.ts';
import { readSessions, type SessionRow } from '../journal/presence.service.ts';
import type { Caller } from '../sessions/sessions.service.ts';
import { readSight, serversSeen, type Sight } from './people.policy.ts';

type Page = ReplyOutput<'GET /ark/players/{playerId}/timeline'>;
type Query = PartOutput<'GET /ark/players/{playerId}/timeline', 'query'>;
type Entry = Page['entries'][number];
type Placed = Cursor & { entry: Entry };

const pageSize = 50;
/** Visits come from the sessions, which know them better than the log. */
const visitKinds: readonly JournalKind[] = ['joined', 'left'];
/** What everyone in the game could read. */
const publicKinds: readonly JournalKind[] = ['died', 'tamed'];

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
  const placed = [...events.map((row) => placeEvent(sight, row)), ...visits.flatMap((row) => placeVisits(sight, row))];
  const inSpan = placed.filter(
    (one) =>
      (!before || newestFirst(before, one) < 0) &&
      (!span.from || one.at >= span.from) &&
      (!span.until || one.at < span.until) &&
      (!query.kinds || query.kinds.includes(one.entry.kind)),
  );
  const sorted = inSpan.toSorted(newestFirst);
  const last = sorted[pageSize - 1];
  return {
    entries: sorted.slice(0, pageSize).map(({ entry }) => entry),
    next: last && sorted.length > pageSize ? `${last.at.getTime()}_${last.id}` : null,
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

function placeEvent({ servers }: Sight, row: EntryRow): Placed {
  const { id, at, kind, tribe, tribeId, otherTribe, thing, day, time, text } = row;
  return {
    id,
    at,
    entry: {
      id: String(id),
      at,
      server: { id: row.serverId, name: servers.get(row.serverId)?.name ?? '' },
      kind,
      player: personOf(row.playerId, row.player),
      other: personOf(row.otherPlayerId, row.other),
      tribe: tribe === null ? null : { id: tribeId, name: tribe },
      otherTribe,
      thing,
      day,
      time,
      text,
      isCertain: (row.data as { isTimeUncertain?: boolean } | null)?.isTimeUncertain !== true,
    },
  };
}

function personOf(id: string | null, name: string | null): Entry['player'] {
  return id === null && name === null ? null : { id, name };
}

/** Coming and leaving are two entries. Below zero, so that their ids differ from those of events. */
function placeVisits({ servers }: Sight, row: SessionRow): Placed[] {
  const visit = (kind: 'joined' | 'left', at: Date, isCertain: boolean): Placed => {
    const id = -(row.id * 2n + (kind === 'left' ? 0n : 1n));
    const entry: Entry = {
      id: String(id),
      at,
      server: { id: row.serverId, name: servers.get(row.serverId)?.name ?? '' },
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

function readCursor(text: string): Cursor {
  const [at = '0', id = '0'] = text.split('_');
  return { at: new Date(Number(at)), id: BigInt(id) };
}
