import type { PartOutput } from '@tribehall/contract';
import { logLimits } from '@tribehall/contract/logs.contract';
import type { Ctx } from '../../context.ts';
import { AppError, tooMany } from '../../errors.ts';
import { perPortal } from '../../platform/per-portal.ts';
import { inOneLine, toEntry, toFilter } from './entries.service.ts';
import * as store from './entries.store.ts';
import { listPartitions } from './partitions.service.ts';
import { inTime } from './time-limit.service.ts';

const pageSize = 5_000;
const pageWithinMs = 10_000;
const maxAtOnce = 2;
const running = perPortal(() => ({ count: 0 }));

/** A file that is read while it is sent. */
type Download = {
  /** Its text, oldest entries first. */
  pieces: AsyncGenerator<string>;
  /** To be called once, when nobody reads it any more. */
  leave: () => void;
};

/** The first piece is read already, so that what is wrong with the query shows. */
export async function download(
  ctx: Ctx,
  query: PartOutput<'GET /logs/download', 'query'>,
  maxLines: number = logLimits.downloadLines,
): Promise<Download> {
  const pages = readPages(ctx, toFilter(ctx, query));
  const places = running(ctx);
  if (places.count >= maxAtOnce) throw tooMany(5_000);
  places.count += 1;
  const leave = () => void (places.count -= 1);
  try {
    return { pieces: inPieces(await pages.next(), pages, maxLines), leave };
  } catch (error) {
    leave();
    throw error;
  }
}

async function* inPieces(
  first: IteratorResult<store.EntryRow[]>,
  pages: AsyncGenerator<store.EntryRow[]>,
  maxLines: number,
): AsyncGenerator<string> {
  let left = maxLines;
  try {
    for (let page = first; !page.done; page = await pages.next()) {
      const rows = page.value.slice(0, left);
      left -= rows.length;
      yield rows.map((row) => `${inOneLine(toEntry(row))}\n`).join('');
      if (rows.length === page.value.length) continue;
      yield `… and more: a file holds ${maxLines} lines.\n`;
      return;
    }
  } catch (error) {
    yield `… and more: ${error instanceof AppError ? error.message : 'the entries could not be read to the end.'}\n`;
  }
}

/** Partition by partition, so that no query looks through all of them. */
async function* readPages(ctx: Ctx, filter: store.Filter): AsyncGenerator<store.EntryRow[]> {
  const pattern = filter.match?.isPattern ? filter.match.text : undefined;
  if (pattern !== undefined) await inTime(ctx, 'search', ({ db }) => store.tryPattern(db, pattern));
  for (const { from, to } of (await listPartitions(ctx)).toReversed()) {
    const after = filter.after > from ? filter.after : from;
    const before = filter.before < to ? filter.before : to;
    if (after < before) yield* readSpan(ctx, { ...filter, after, before });
  }
}

async function* readSpan(ctx: Ctx, filter: store.Filter): AsyncGenerator<store.EntryRow[]> {
  let above: store.Place | undefined;
  for (;;) {
    const page = await inTime(
      ctx,
      'search',
      ({ db }) => store.findOldest(db, { ...filter, above }, pageSize),
      pageWithinMs,
    );
    if (page.length > 0) yield page;
    above = page.at(-1);
    if (page.length < pageSize) return;
  }
}
