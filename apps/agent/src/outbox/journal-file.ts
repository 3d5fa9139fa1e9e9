import fs from 'node:fs/promises';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import { type Files, files } from '../files.ts';

/** An open journal file: bytes up to `length` are complete records. */
export type JournalFile = { handle: fs.FileHandle; length: number };

const filePattern = /^journal-(\d{1,15})\.log$/;

/** Reads the latest journal file of a folder; creates the folder if missing. */
export async function readJournal(folder: string) {
  await fs.mkdir(folder, { recursive: true, mode: 0o700 });
  const generation = Math.max(0, ...(await generations(folder)));
  if (generation === 0) return { generation, records: [], damagedLines: 0 };
  return { generation, ...decodeRecords(await files.readFile(fileOf(folder, generation))) };
}

/** Atomic: the file gets its name when it is complete. */
export async function writeGeneration(
  folder: string,
  generation: number,
  records: JournalRecord[],
  { rename }: Pick<Files, 'rename'> = files,
): Promise<JournalFile> {
  const unfinished = path.join(folder, 'journal.new');
  const handle = await fs.open(unfinished, 'w', 0o600);
  try {
    let length = 0;
    for (const record of records) length += await writeAll(handle, Buffer.from(encodeRecord(record)), length);
    await handle.sync();
    await rename(unfinished, fileOf(folder, generation));
    await syncFolder(folder);
    return { handle, length };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Older files that someone holds are removed the next time: only the latest is read. */
export async function removeOtherGenerations(
  folder: string,
  generation: number,
  { rm }: Pick<Files, 'rm'> = fs,
): Promise<void> {
  const others = (await generations(folder)).filter((found) => found !== generation);
  for (const other of others) await rm(fileOf(folder, other), { force: true }).catch(() => undefined);
}

/** A full disk may accept only part of a write. */
export async function writeAll(handle: fs.FileHandle, bytes: Buffer, position: number): Promise<number> {
  let written = 0;
  while (written < bytes.length) {
    written += (await handle.write(bytes, written, bytes.length - written, position + written)).bytesWritten;
  }
  return written;
}

async function generations(folder: string): Promise<number[]> {
  const names = await fs.readdir(folder);
  return names.flatMap((name) => filePattern.exec(name)?.[1] ?? []).map(Number);
}

function fileOf(folder: string, generation: number): string {
  return path.join(folder, `journal-${generation}.log`);
}

/** Windows has no such call and needs none. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await fs.open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** An event as it is sent. */
export type NumberedEvent = { seq: number; at: string; type: string; data: unknown };

/** A small value that survives restarts; `null` deletes it. */
export type Note = { key: string; value: string | null; atMs: number };

export type JournalRecord =
  | { kind: 'start'; version: 1; stream: string; nextSeq: number; ackedSeq: number }
  /** A record is applied atomically. */
  | { kind: 'change'; events?: NumberedEvent[]; bookmark?: unknown; notes?: Note[] }
  | { kind: 'acked'; seq: number }
  /** The event replaces all events up to its number. */
  | { kind: 'lost'; event: NumberedEvent };

const newline = 0x0a;
const checksumLength = 8;

/** One line a record: a checksum, then JSON. */
export function encodeRecord(record: JournalRecord): string {
  const json = JSON.stringify(record);
  return `${checksum(Buffer.from(json))} ${json}\n`;
}

/** Returns the readable records. A killed process leaves half a line at the end, a bad disk may damage any. */
export function decodeRecords(bytes: Buffer): { records: JournalRecord[]; damagedLines: number } {
  const records: JournalRecord[] = [];
  let damagedLines = 0;
  let start = 0;
  while (start < bytes.length) {
    const end = bytes.indexOf(newline, start);
    const line = bytes.subarray(start, end < 0 ? bytes.length : end);
    const record = end < 0 ? undefined : decodeLine(line);
    if (record) records.push(record);
    else damagedLines += 1;
    start += line.length + 1;
  }
  return { records, damagedLines };
}

function decodeLine(line: Buffer): JournalRecord | undefined {
  const json = line.subarray(checksumLength + 1);
  // The checksum of nothing is 00000000, which a damaged line may consist of.
  if (json.length === 0 || line.toString('latin1', 0, checksumLength) !== checksum(json)) return undefined;
  return JSON.parse(json.toString()) as JournalRecord;
}

function checksum(bytes: Buffer): string {
  return crc32(bytes).toString(16).padStart(checksumLength, '0');
}
