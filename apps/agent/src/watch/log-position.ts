import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import * as z from 'zod';

/** A place in a log, and how to know that file again: by its beginning, which holds the time it was opened. */
export const logPosition = z.object({
  file: z.string(),
  head: z.string(),
  headBytes: z.int().min(0),
  offset: z.int().min(0),
  isMidLine: z.boolean(),
});
export type LogPosition = z.output<typeof logPosition>;

const maxHeadBytes = 1024;

/** The beginning of whatever is there. */
export function startOf(file: string): LogPosition {
  return { file, head: fingerprint(Buffer.alloc(0)), headBytes: 0, offset: 0, isMidLine: false };
}

/** The beginning as far as it has been read; the rest may still be written. */
export async function readHead(handle: FileHandle, offset: number): Promise<Pick<LogPosition, 'head' | 'headBytes'>> {
  const bytes = await readBytes(handle, 0, Math.min(offset, maxHeadBytes));
  return { head: fingerprint(bytes), headBytes: bytes.length };
}

export async function isSameLog(handle: FileHandle, { head, headBytes, offset }: LogPosition): Promise<boolean> {
  const { size } = await handle.stat();
  if (size < offset) return false;
  return fingerprint(await readBytes(handle, 0, headBytes)) === head;
}

export async function readBytes(handle: FileHandle, offset: number, count: number): Promise<Buffer> {
  const bytes = Buffer.alloc(count);
  let length = 0;
  while (length < count) {
    const { bytesRead } = await handle.read(bytes, length, count - length, offset + length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return bytes.subarray(0, length);
}

function fingerprint(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 32);
}
