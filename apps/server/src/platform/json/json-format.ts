import { JsonPrinter } from '@tribehall/common/json/print-json';
import { inSlices } from './in-slices.ts';

/** `indent` precedes each line but the first; undefined writes a single line. */
type Format = { indent: string | undefined; maxBytes: number };

/**
 * Changes only the whitespace of JSON that a scan has validated. Returns undefined if the result is larger than
 * `maxBytes`.
 */
export async function formatJson(text: string, { indent, maxBytes }: Format): Promise<Buffer | undefined> {
  const printer = new JsonPrinter(text, { lineStart: indent === undefined ? undefined : `\n${indent}` });
  const pieces: Buffer[] = [];
  let bytes = 0;
  await inSlices(() => {
    const piece = Buffer.from(printer.next());
    pieces.push(piece);
    bytes += piece.length;
    return printer.isDone || bytes > maxBytes;
  });
  return bytes > maxBytes ? undefined : Buffer.concat(pieces);
}
