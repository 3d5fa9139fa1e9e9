/** The headers of tar (POSIX ustar and pax): regular files only. */

export const blockBytes = 512;
const maxNameBytes = 100;
/** Eleven octal digits. */
const maxBytes = 0o77777777777;

export type TarHeader = { name: string; bytes: number; type: string };

/** The archive is damaged or was not made by us; the message says how. */
export class ArchiveError extends Error {}

/** A longer name, one with letters outside of ASCII or a larger file needs a pax header before its own. */
export function fitsHeader(name: string, bytes: number): boolean {
  return Buffer.byteLength(name) <= maxNameBytes && /^[\x20-\x7e]+$/.test(name) && bytes <= maxBytes;
}

export function encodeHeader(name: string, bytes: number, type = '0'): Buffer {
  const header = Buffer.alloc(blockBytes);
  header.write(fitsHeader(name, bytes) ? name : 'entry', 0, maxNameBytes, 'latin1');
  header.write('0000600\0', 100);
  header.write('0000000\0', 108);
  header.write('0000000\0', 116);
  header.write(`${Math.min(bytes, maxBytes).toString(8).padStart(11, '0')}\0`, 124);
  header.write('00000000000\0', 136);
  header.write(type, 156);
  header.write('ustar\x0000', 257);
  header.write(`${checksum(header).toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}

/** A pax header with the name and size, and its padding. */
export function encodeLongHeader(name: string, bytes: number): Buffer {
  const records = Buffer.from(paxRecord('path', name) + paxRecord('size', String(bytes)));
  const padding = Buffer.alloc((blockBytes - (records.length % blockBytes)) % blockBytes);
  return Buffer.concat([encodeHeader('pax', records.length, 'x'), records, padding]);
}

/** "24 path=some/long/name\n": the length counts itself. */
function paxRecord(key: string, value: string): string {
  const rest = ` ${key}=${value}\n`;
  const bytes = Buffer.byteLength(rest);
  const length = bytes + String(bytes + String(bytes).length).length;
  return `${length}${rest}`;
}

/** Undefined for the block of zeros at the end. */
export function decodeHeader(block: Buffer): TarHeader | undefined {
  if (block.every((byte) => byte === 0)) return undefined;
  const expected = readOctal(block.subarray(148, 156));
  if (block.toString('latin1', 257, 262) !== 'ustar' || expected !== checksum(block))
    throw new ArchiveError('It is damaged: the header of an entry is not valid.');
  const prefix = readText(block.subarray(345, 500));
  const name = readText(block.subarray(0, maxNameBytes));
  const bytes = readOctal(block.subarray(124, 136));
  return {
    name: prefix ? `${prefix}/${name}` : name,
    bytes,
    type: String.fromCharCode(block[156] || '0'.charCodeAt(0)),
  };
}

/** The name and size in a pax header; other records mean nothing to us. */
export function decodeLongHeader(records: Buffer): Partial<Pick<TarHeader, 'name' | 'bytes'>> {
  const found: Partial<Pick<TarHeader, 'name' | 'bytes'>> = {};
  for (let at = 0; at < records.length;) {
    const blank = records.indexOf(' ', at);
    const length = blank < 0 ? 0 : Number(records.toString('latin1', at, blank));
    if (!Number.isSafeInteger(length) || length <= blank - at || at + length > records.length)
      throw new ArchiveError('It is damaged: a long name is not valid.');
    const record = records.toString('utf8', blank + 1, at + length - 1);
    const equals = record.indexOf('=');
    const value = record.slice(equals + 1);
    if (record.startsWith('path=')) found.name = value;
    if (record.startsWith('size=')) found.bytes = readWhole(value, 10);
    at += length;
  }
  return found;
}

/** With blanks in place of the checksum itself. */
function checksum(block: Buffer): number {
  let sum = 8 * 0x20;
  for (const [index, byte] of block.entries()) if (index < 148 || index >= 156) sum += byte;
  return sum;
}

function readText(field: Buffer): string {
  const end = field.indexOf(0);
  return field.toString('latin1', 0, end < 0 ? field.length : end);
}

function readOctal(field: Buffer): number {
  return readWhole(readText(field).trim(), 8);
}

function readWhole(text: string, radix: 8 | 10): number {
  const value = (radix === 8 ? /^[0-7]+$/ : /^\d+$/).test(text) ? Number.parseInt(text, radix) : Number.NaN;
  if (!Number.isSafeInteger(value)) throw new ArchiveError('It is damaged: a size is not valid.');
  return value;
}
