import type { PartOutput } from '@tribehall/contract';
import { logLimits } from '@tribehall/contract/logs.contract';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { inOneLine, toEntry, toFilter } from './entries.service.ts';
import type { EntryRow } from './entries.store.ts';
import { readPages, takeSlot } from './entry-pages.service.ts';

/** A file that is read while it is being sent. */
type Download = {
  /** Its text, oldest entries first. */
  pieces: AsyncGenerator<string>;
  /** To be called once, when the reader is finished or gone. */
  release: () => void;
};

/** Reads the first piece before it returns, so that an error in the query can still be reported. */
export async function download(
  ctx: Ctx,
  query: PartOutput<'GET /logs/download', 'query'>,
  maxLines: number = logLimits.downloadLines,
): Promise<Download> {
  const pages = readPages(ctx, toFilter(ctx, query));
  const release = takeSlot(ctx);
  try {
    return { pieces: inPieces(await pages.next(), pages, maxLines), release };
  } catch (error) {
    release();
    throw error;
  }
}

async function* inPieces(
  first: IteratorResult<EntryRow[]>,
  pages: AsyncGenerator<EntryRow[]>,
  maxLines: number,
): AsyncGenerator<string> {
  let remaining = maxLines;
  try {
    for (let page = first; !page.done; page = await pages.next()) {
      const rows = page.value.slice(0, remaining);
      remaining -= rows.length;
      yield rows.map((row) => `${inOneLine(toEntry(row))}\n`).join('');
      if (rows.length === page.value.length) continue;
      yield `… and more: a file holds ${maxLines} lines.\n`;
      return;
    }
  } catch (error) {
    yield `… and more: ${error instanceof AppError ? error.message : 'the entries could not be read to the end.'}\n`;
  }
}
