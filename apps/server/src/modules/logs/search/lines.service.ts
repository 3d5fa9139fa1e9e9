import type { PartOutput } from '@tribehall/contract';
import type { LogCut } from '@tribehall/contract/logs.contract';
import type { Ctx } from '../../../context.ts';
import { AppError, fieldError } from '../../../errors.ts';
import { StreamedList } from '../../../platform/json/streamed-list.ts';
import { inOneLine, toEntry, toFilter } from './entries.service.ts';
import type { EntryRow, Filter } from './entries.store.ts';
import { pageSize, readPages, takeSlot } from './entry-pages.service.ts';

type Query = PartOutput<'GET /logs', 'query'>;
type Pages = ReturnType<typeof readPages>;

/**
 * The whole window, oldest first, each entry as one line. What fits into a page is returned at once; only more than
 * that takes a slot for as long as it is read.
 */
export async function readLines(ctx: Ctx, query: Query): Promise<string[] | StreamedList<string>> {
  const pages = readPages(ctx, toWindow(ctx, query));
  const first: EntryRow[] = [];
  while (first.length < pageSize) {
    const page = await pages.next();
    if (page.done) return first.map(toLine);
    first.push(...page.value);
  }
  return new StreamedList(toLines(ctx, first, pages), takeSlot(ctx));
}

/** Returns where to continue if the rest cannot be read. */
async function* toLines(ctx: Ctx, first: EntryRow[], pages: Pages): AsyncGenerator<string[], LogCut | undefined> {
  let last = first.at(-1);
  yield first.map(toLine);
  try {
    for await (const page of pages) {
      last = page.at(-1);
      yield page.map(toLine);
    }
    return undefined;
  } catch (error) {
    if (!(error instanceof AppError)) ctx.log.error({ err: error }, 'Log entries could not be read to the end');
    return last && cutAfter(last, error);
  }
}

function cutAfter({ at, id }: EntryRow, error: unknown): LogCut {
  const reason = error instanceof AppError ? error.message : 'The entries could not be read to the end.';
  const message = `${reason} Ask again with after and seen as given here to get the rest.`;
  return { isCut: true, after: at.toISOString(), seen: String(id), message };
}

function toWindow(ctx: Ctx, { seen, ...window }: Query): Filter {
  if (seen !== undefined && !window.after)
    throw fieldError('BAD_REQUEST', 'after', 'seen needs the after that was given with it.');
  const filter = toFilter(ctx, window);
  return seen === undefined ? filter : { ...filter, above: { at: filter.after, id: BigInt(seen) } };
}

const toLine = (row: EntryRow) => inOneLine(toEntry(row));
