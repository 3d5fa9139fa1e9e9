import { crc32 } from 'node:zlib';

/** An event as it goes over the line. */
export type NumberedEvent = { seq: number; at: string; type: string; data: unknown };

/** Something small to remember beyond a restart; `null` forgets it. */
export type Note = { key: string; value: string | null; atMs: number };

export type JournalRecord =
  | { kind: 'start'; version: 1; stream: string; nextSeq: number; ackedSeq: number }
  /** Everything in one record becomes true together or not at all. */
  | { kind: 'change'; events?: NumberedEvent[]; bookmark?: unknown; notes?: Note[] }
  | { kind: 'acked'; seq: number }
  /** The event takes the place of all up to its number. */
  | { kind: 'lost'; event: NumberedEvent };

const newline = 0x0a;
const checksumLength = 8;

/** One line: a checksum, then JSON. */
export function encodeRecord(record: JournalRecord): string {
  const json = JSON.stringify(record);
  return `${checksum(Buffer.from(json))} ${json}\n`;
}

/** What can be read. A process that was killed leaves half a line at the end, a bad disk may damage any. */
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
  if (line.toString('latin1', 0, checksumLength) !== checksum(json)) return undefined;
  return JSON.parse(json.toString()) as JournalRecord;
}

function checksum(bytes: Buffer): string {
  return crc32(bytes).toString(16).padStart(checksumLength, '0');
}
