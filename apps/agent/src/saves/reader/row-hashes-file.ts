import { ByteHash } from '@tribehall/ark/saves/byte-hash';
import { viewOf } from '@tribehall/ark/saves/byte-reader';
import fs from 'node:fs';
import { hashNumbers, type RowColumns, RowHashes, seedBytes } from './row-hashes.ts';

/** Another one is not readable, so that everything is sent once. */
export const rowHashesVersion = 2;

/** Identifies the upload that the row hashes belong to: its revision, server and save. */
export type RowHashesHead = {
  version: typeof rowHashesVersion;
  revision: string;
  serverId: string;
  save: { file: string; size: number; mtimeMs: number };
};

const maxHeadBytes = 16 * 1024;
const countBytes = 8;
const sumBytes = 8;

/** Returns undefined if there is no readable file. */
export function readRowHashesHead(file: string): RowHashesHead | undefined {
  try {
    const handle = fs.openSync(file, 'r');
    try {
      const bytes = Buffer.alloc(maxHeadBytes);
      return parseHead(bytes.subarray(0, fs.readSync(handle, bytes)))?.head;
    } finally {
      fs.closeSync(handle);
    }
  } catch {
    return undefined;
  }
}

/** Returns the row hashes of this revision; undefined if the file is of another one, missing or damaged. */
export function readRowHashes(file: string, revision: string): RowHashes | undefined {
  const bytes = readWhole(file);
  const head = bytes && parseHead(bytes);
  if (!head || head.head.revision !== revision) return undefined;
  const start = head.length + seedBytes + countBytes;
  const end = bytes.length - sumBytes;
  if (start > end) return undefined;
  const rowCount = bytes.readUInt32LE(start - countBytes);
  const keysAt = start + rowCount * (hashNumbers + 2) * 4;
  if (keysAt + bytes.readUInt32LE(start - 4) !== end) return undefined;
  let at = start;
  const readColumn = (numbers: number) => {
    const column = new Uint32Array(numbers);
    bytes.copy(bytesOf(column), 0, at, at + numbers * 4);
    at += numbers * 4;
    return column;
  };
  const hashes = new Int32Array(readColumn(rowCount * hashNumbers).buffer);
  const keyHashes = new Int32Array(readColumn(rowCount).buffer);
  const keys = { hashes: keyHashes, ends: readColumn(rowCount), bytes: bytes.subarray(keysAt, end) };
  const isWhole = sumOf(bytes.subarray(0, start), { hashes, keys }).equals(bytes.subarray(end));
  return isWhole ? new RowHashes(bytes.subarray(head.length, head.length + seedBytes), { hashes, keys }) : undefined;
}

/**
 * A line with the head, the seed, the number of rows and of the bytes of their keys, the columns, and a checksum. Durable
 * when this returns.
 */
export function writeRowHashes(file: string, head: RowHashesHead, rowHashes: RowHashes): void {
  const { hashes, keys } = rowHashes.present();
  const counts = Buffer.alloc(countBytes);
  counts.writeUInt32LE(keys.ends.length);
  counts.writeUInt32LE(keys.bytes.length, 4);
  const start = Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), rowHashes.seed, counts]);
  const handle = fs.openSync(file, 'w', 0o600);
  try {
    for (const part of [start, bytesOf(hashes), bytesOf(keys.hashes), bytesOf(keys.ends), keys.bytes])
      writeAll(handle, part);
    writeAll(handle, sumOf(start, { hashes, keys }));
    fs.fsyncSync(handle);
  } finally {
    fs.closeSync(handle);
  }
}

function bytesOf({ buffer, byteOffset, byteLength }: Uint32Array | Int32Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

function sumOf(start: Buffer, { hashes, keys }: RowColumns): Buffer {
  const sum = new ByteHash();
  for (const part of [start, bytesOf(hashes), bytesOf(keys.hashes), bytesOf(keys.ends), keys.bytes])
    sum.bytes(viewOf(part), 0, part.length);
  sum.finish();
  const bytes = Buffer.alloc(sumBytes);
  bytes.writeInt32LE(sum.low);
  bytes.writeInt32LE(sum.high, 4);
  return bytes;
}

function writeAll(handle: number, bytes: Buffer): void {
  for (let written = 0; written < bytes.length;) written += fs.writeSync(handle, bytes, written);
}

function readWhole(file: string): Buffer | undefined {
  try {
    return fs.readFileSync(file);
  } catch {
    return undefined;
  }
}

function parseHead(bytes: Buffer): { head: RowHashesHead; length: number } | undefined {
  const end = bytes.indexOf('\n');
  if (end < 0 || end > maxHeadBytes) return undefined;
  try {
    const head: unknown = JSON.parse(bytes.toString('utf8', 0, end));
    return isHead(head) ? { head, length: end + 1 } : undefined;
  } catch {
    return undefined;
  }
}

/** By hand: a library of schemas would take as long to load as a small save to read. */
function isHead(value: unknown): value is RowHashesHead {
  const { version, revision, serverId, save } = { ...(value as Partial<RowHashesHead> | null) };
  const isIdentified = typeof revision === 'string' && typeof serverId === 'string';
  const isOfSave = typeof save?.file === 'string' && typeof save.size === 'number' && typeof save.mtimeMs === 'number';
  return version === rowHashesVersion && isIdentified && isOfSave;
}
