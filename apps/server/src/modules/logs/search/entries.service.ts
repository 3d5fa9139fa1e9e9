import type { PartOutput, ReplyOutput } from '@tribehall/contract';
import { logLevels, logLimits } from '@tribehall/contract/logs.contract';
import type { Ctx } from '../../../context.ts';
import { isTooMuch } from '../../../db/db.ts';
import { limitTime } from '../../../db/time-limit.ts';
import { fieldError } from '../../../errors.ts';
import * as store from './entries.store.ts';
import { search } from './search.service.ts';
import * as sources from '../intake/sources.store.ts';
import { inTime } from './time-limit.service.ts';

type Query = PartOutput<'GET /logs/entries', 'query'>;
type Found = ReplyOutput<'GET /logs/entries'>;
type Entry = Found['entries'][number];

const { lines } = logLimits;
const maxCounted = 100_000;
const countWithinMs = 500;

export function inOneLine({ at, host, key, level, text }: Entry): string {
  return `${at.toISOString()} ${host} ${key} ${level} ${text}`;
}

export async function readEntries(ctx: Ctx, query: Query): Promise<Found> {
  const filter = toFilter(ctx, query);
  const below = query.until === undefined ? undefined : await store.findCursor(ctx.db, BigInt(query.until));
  // The retention removes the oldest first: what was older than a removed entry is gone, too.
  if (query.until !== undefined && !below) return { entries: [], hasMore: false, skipped: 0 };
  const rows = await findNewest(ctx, { ...filter, below }, lines + 1);
  const shown = rows.slice(0, lines);
  const hasMore = rows.length > lines;
  const oldest = shown.at(-1);
  const skipped =
    hasMore && oldest && query.seen !== undefined ? await countSkipped(ctx, filter, query.seen, oldest) : 0;
  return { entries: shown.toReversed().map(toEntry), hasMore, skipped };
}

export async function listSources(ctx: Ctx): Promise<ReplyOutput<'GET /logs/sources'>> {
  const rows = await sources.findSources(ctx.db);
  const byHost = new Map<string, ReplyOutput<'GET /logs/sources'>[number]>();
  for (const { host, key, label } of rows) {
    const known = byHost.get(host) ?? { host, label, keys: [] };
    known.keys.push(key);
    byHost.set(host, known);
  }
  return [...byHost.values()];
}

/** The filter of a query; the default window is around now. */
export function toFilter(ctx: Ctx, query: PartOutput<'GET /logs/download', 'query'>): store.Filter {
  const now = ctx.clock().getTime();
  const after = query.after ?? new Date(now - logLimits.afterMs);
  const before = query.before ?? new Date(now + logLimits.beforeMs);
  if (after > before) throw fieldError('BAD_REQUEST', 'after', 'The start must be before the end.');
  for (const field of ['host', 'key', 'search'] as const)
    if (query[field]?.includes('\0')) throw fieldError('BAD_REQUEST', field, 'Control characters are not allowed.');
  const level = query.level === undefined ? undefined : logLevels.indexOf(query.level);
  const match = query.search === undefined ? undefined : toMatch(query.search, query.isPattern === true);
  return { after, before, host: query.host, key: query.key, level, match };
}

export function toEntry(row: store.EntryRow): Entry {
  return { ...row, id: String(row.id), level: logLevels[row.level] ?? 'info' };
}

async function findNewest(ctx: Ctx, filter: store.Filter, limit: number): Promise<store.EntryRow[]> {
  if (filter.match) return search(ctx, filter, limit);
  const keys =
    filter.host !== undefined && filter.key === undefined ? await sources.findKeysOf(ctx.db, filter.host) : [];
  return inTime(ctx, 'after', ({ db }) =>
    keys.length > 1 ? store.findNewestOf(db, filter, keys, limit) : store.findNewest(db, filter, limit),
  );
}

/** Null where there are too many, or the entry that the reader saw last does not exist any more. */
async function countSkipped(
  ctx: Ctx,
  filter: store.Filter,
  seen: string,
  oldest: store.Cursor,
): Promise<number | null> {
  const cursor = await store.findCursor(ctx.db, BigInt(seen));
  if (!cursor) return null;
  try {
    const count = await ctx.db.transaction(async (db) => {
      await limitTime(db, countWithinMs);
      await store.prefer(db, 'time');
      return store.countUpTo(db, { ...filter, above: cursor, below: oldest }, maxCounted + 1);
    });
    return count > maxCounted ? null : count;
  } catch (error) {
    if (isTooMuch(error)) return null;
    throw error;
  }
}

/** Case-insensitive. */
function toMatch(text: string, isPattern: boolean): NonNullable<store.Filter['match']> {
  if (isPattern || !hasOtherCase(text)) return { text, isPattern };
  return { text: Array.from(text, bothCases).join(''), isPattern: true };
}

/** Not every collation knows that Ä and ä are the same letter; a pattern that names both does not depend on it. */
function hasOtherCase(text: string): boolean {
  return Array.from(text).some((char) => char > '\u007f' && char.toLowerCase() !== char.toUpperCase());
}

function bothCases(char: string): string {
  const [lower, upper] = [char.toLowerCase(), char.toUpperCase()];
  if (char <= '\u007f') return char.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  return lower === upper ? char : `(?:${lower}|${upper})`;
}
