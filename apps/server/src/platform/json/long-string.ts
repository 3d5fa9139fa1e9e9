import { beginString, readString } from '@tribehall/common/json/json-string';
import { inSlices } from './in-slices.ts';

const pieceChars = 256 * 1024;

/** Writes a string as JSON. A character that is cut in two comes out as two escapes, which read as the same. */
export async function quoteString(value: string): Promise<string> {
  if (value.length <= pieceChars) return JSON.stringify(value);
  const pieces: string[] = [];
  let at = 0;
  await inSlices(() => {
    pieces.push(JSON.stringify(value.slice(at, at + pieceChars)).slice(1, -1));
    at += pieceChars;
    return at >= value.length;
  });
  return `"${pieces.join('')}"`;
}

/** Reads a string that a scan found to be right. */
export async function unquoteString(json: string): Promise<string> {
  if (json.length <= pieceChars) return JSON.parse(json) as string;
  const pieces: string[] = [];
  const read = beginString(0);
  let start = 1;
  await inSlices(() => {
    readString(json, read, pieceChars);
    const end = read.isEnded ? read.at - 1 : read.at;
    pieces.push(JSON.parse(`"${json.slice(start, end)}"`) as string);
    start = end;
    return read.isEnded;
  });
  return pieces.join('');
}
