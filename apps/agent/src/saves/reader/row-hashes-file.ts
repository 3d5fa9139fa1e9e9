import { createHash } from 'node:crypto';
import fs from 'node:fs';
import * as z from 'zod';
import { RowHashes } from './row-hashes.ts';

/** Identifies the upload that the row hashes belong to: its revision, server and save. */
export const rowHashesHead = z.object({
  version: z.literal(1),
  revision: z.string(),
  serverId: z.string(),
  save: z.object({ file: z.string(), size: z.number(), mtimeMs: z.number() }),
});
export type RowHashesHead = z.output<typeof rowHashesHead>;

const maxHeadBytes = 16 * 1024;
const chunkBytes = 256 * 1024;
const hashBytes = 8;
const sumBytes = 20;

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
  const start = bytes && parseHead(bytes);
  if (!start || start.head.revision !== revision) return undefined;
  const hashes = new RowHashes();
  const end = bytes.length - sumBytes;
  let at = start.length;
  while (at + hashBytes + 2 <= end) {
    const keyAt = at + hashBytes + 2;
    const next = keyAt + bytes.readUInt16LE(at + hashBytes);
    if (next > end) return undefined;
    hashes.add(bytes.toString('utf8', keyAt, next), bytes.subarray(at, at + hashBytes));
    at = next;
  }
  return at === end ? hashes : undefined;
}

/** Durable when this returns. */
export function writeRowHashes(file: string, head: RowHashesHead, hashes: RowHashes): void {
  const handle = fs.openSync(file, 'w', 0o600);
  try {
    const sum = createHash('sha1');
    const write = (bytes: Buffer) => {
      sum.update(bytes);
      writeAll(handle, bytes);
    };
    write(Buffer.from(`${JSON.stringify(head)}\n`));
    let parts: Buffer[] = [];
    let length = 0;
    for (const { key, rowHash } of hashes.entries()) {
      const record = encode(key, rowHash);
      parts.push(record);
      length += record.length;
      if (length < chunkBytes) continue;
      write(Buffer.concat(parts));
      parts = [];
      length = 0;
    }
    write(Buffer.concat(parts));
    writeAll(handle, sum.digest());
    fs.fsyncSync(handle);
  } finally {
    fs.closeSync(handle);
  }
}

function encode(key: string, rowHash: Buffer): Buffer {
  const keyBytes = Buffer.from(key);
  const record = Buffer.alloc(hashBytes + 2 + keyBytes.length);
  rowHash.copy(record);
  record.writeUInt16LE(keyBytes.length, hashBytes);
  keyBytes.copy(record, hashBytes + 2);
  return record;
}

function writeAll(handle: number, bytes: Buffer): void {
  for (let written = 0; written < bytes.length;) written += fs.writeSync(handle, bytes, written);
}

/** Returns the content of a file if its checksum is right. */
function readWhole(file: string): Buffer | undefined {
  try {
    const bytes = fs.readFileSync(file);
    const end = bytes.length - sumBytes;
    const sum = createHash('sha1').update(bytes.subarray(0, Math.max(0, end)));
    return end > 0 && sum.digest().equals(bytes.subarray(end)) ? bytes : undefined;
  } catch {
    return undefined;
  }
}

function parseHead(bytes: Buffer): { head: RowHashesHead; length: number } | undefined {
  const end = bytes.indexOf('\n');
  if (end < 0 || end > maxHeadBytes) return undefined;
  try {
    return { head: rowHashesHead.parse(JSON.parse(bytes.toString('utf8', 0, end))), length: end + 1 };
  } catch {
    return undefined;
  }
}
