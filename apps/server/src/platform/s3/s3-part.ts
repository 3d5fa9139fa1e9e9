import { createHash, randomBytes, type Hash } from 'node:crypto';
import { mkdir, open, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import type { OpenPart, PartPlan } from '../files/blob-store.ts';
import { readFileRange } from '../files/byte-source.ts';
import { writeAll } from '../files/write-all.ts';
import { bodyOf, S3Error, type S3Body, type S3Client } from './s3-client.ts';
import { objectSource } from './object-source.ts';

/** At least 5 MiB, which S3 wants of every part of a multipart upload but the last. */
const minPartBytes = 8 * 1024 * 1024;
const maxParts = 10_000;
const unusableCodes = ['NoSuchUpload', 'InvalidPart', 'InvalidPartOrder', 'EntityTooSmall'];

const headerSchema = z.object({
  partBytes: z.int().min(5 * 1024 * 1024),
  uploadId: z.string().optional(),
  etags: z.array(z.string()).max(maxParts),
});
type Header = z.infer<typeof headerSchema>;

/** How far an upload has come: what the multipart upload has, and the bytes after it, which are too few for a part. */
export type PartState = Header & { tail: Buffer };

export const newState = ({ size, maxBytes }: PartPlan): PartState => {
  const bytes = size ?? maxBytes ?? 0;
  return { partBytes: Math.max(minPartBytes, Math.ceil(bytes / maxParts)), etags: [], tail: Buffer.alloc(0) };
};

export function encodeState({ tail, ...header }: PartState): S3Body {
  return bodyOf(Buffer.from(`${JSON.stringify(header)}\n`), tail);
}

export function decodeState(bytes: Buffer): PartState {
  const end = bytes.indexOf('\n');
  return { ...headerSchema.parse(JSON.parse(bytes.toString('utf8', 0, end))), tail: bytes.subarray(end + 1) };
}

export const sizeOf = ({ partBytes, etags, tail }: PartState): number => partBytes * etags.length + tail.length;

type Place = { client: S3Client; blobKey: string; stateKey: string; spoolFolder: string };

/**
 * A part of the store as a multipart upload. Bytes gather in a local file until they are enough for a part; the object
 * at `stateKey` says what the server has, so that another process can go on. It exists before the blob does.
 */
export async function openS3Part(
  { client, blobKey, stateKey, spoolFolder }: Place,
  plan: PartPlan,
  begun: PartState | undefined,
): Promise<OpenPart> {
  const { partBytes, tail, ...header } = begun ?? newState(plan);
  const { etags } = header;
  let { uploadId } = header;
  let hasState = begun !== undefined;
  let written = partBytes * etags.length;
  let saved = begun ? sizeOf(begun) : 0;
  let hash = createHash('sha256');
  let completed: Promise<void> | undefined;
  const stop = new AbortController();
  const spool = await openSpool(spoolFolder);
  // Part n fills one half of the file while part n - 1 is sent from the other.
  const placeOf = (part: number) => (part % 2) * partBytes;
  const sending: { current: Promise<void>; before: Promise<void> } = { current: nothing, before: nothing };

  const bodyOfPart = (part: number, bytes: number, digest: Hash): S3Body => ({
    bytes,
    sha256: digest.digest('hex'),
    read: () => readFileRange(spool, { start: placeOf(part), end: placeOf(part) + bytes - 1 }),
  });
  const putState = async (rest: Buffer) => {
    const state = { partBytes, etags, tail: rest, ...(uploadId === undefined ? {} : { uploadId }) };
    await client.put(stateKey, encodeState(state), stop.signal);
    hasState = true;
    saved = sizeOf(state);
  };
  const beginUpload = async (): Promise<string> => {
    uploadId ??= await client.createUpload(blobKey, stop.signal);
    // Before its first byte: an upload that no state names would never be removed.
    if (etags.length === 0) await putState(Buffer.alloc(0));
    return uploadId;
  };
  const sendPart = async (part: number, body: S3Body) => {
    const id = await beginUpload();
    etags[part] = await client.putUploadPart(blobKey, { uploadId: id, number: part + 1 }, body, stop.signal);
  };
  const sendFull = () => {
    const part = written / partBytes - 1;
    const body = bodyOfPart(part, partBytes, hash);
    hash = createHash('sha256');
    const sent = sending.current.then(async () => {
      await sendPart(part, body);
      await putState(Buffer.alloc(0));
    });
    // Reported by the next write or flush.
    sent.catch(() => {});
    [sending.before, sending.current] = [sending.current, sent];
  };
  /** Writes as many chunks as the current part takes; returns those that are left. */
  const fill = async (chunks: Buffer[]): Promise<Buffer[]> => {
    const offset = written % partBytes;
    // Its half of the file is free once the part before the last one is sent.
    await (offset === 0 ? sending.before : undefined);
    const [fitting, rest] = splitAt(chunks, partBytes - offset);
    const done = await writeAll(spool, fitting, placeOf(Math.floor(written / partBytes)) + offset);
    if ('error' in done) throw done.error;
    for (const chunk of fitting) hash.update(chunk);
    written += done.bytes;
    if (written % partBytes === 0) sendFull();
    return rest;
  };
  const complete = async () => {
    await sending.current;
    const start = etags.length * partBytes;
    const last = () => bodyOfPart(etags.length, written - start, hash.copy());
    if (uploadId === undefined) {
      if (!hasState) await putState(Buffer.alloc(0));
      await client.put(blobKey, last(), stop.signal);
      return;
    }
    if (written > start) await sendPart(etags.length, last());
    await client.completeUpload(blobKey, uploadId, etags).catch(startOver(uploadId));
  };
  /** A process whose part was taken over may have sent other bytes after all: then the upload starts over. */
  const startOver = (id: string) => async (error: unknown) => {
    const code = error instanceof S3Error ? error.code : '';
    // It may have succeeded before, and only the reply was lost.
    if (code === 'NoSuchUpload' && (await client.sizeOf(blobKey)) === written) return;
    if (unusableCodes.includes(code)) {
      await client.abortUpload(blobKey, id);
      await client.remove(stateKey);
    }
    throw error;
  };
  const completeOnce = () =>
    (completed ??= complete().catch((error: unknown) => {
      completed = undefined;
      throw error;
    }));

  if (tail.length > 0) await fill([tail]);
  return {
    async write(chunks, position) {
      if (position !== written) throw new Error(`Bytes for ${position} came, where ${written} was the end`);
      try {
        for (let rest = chunks.filter(({ length }) => length > 0); rest.length > 0;) rest = await fill(rest);
        return { bytes: written - position };
      } catch (error) {
        return { bytes: written - position, error };
      }
    },
    async flush({ all = false } = {}) {
      await sending.current;
      if (!all) return Math.max(saved, etags.length * partBytes);
      if (written === plan.size) await completeOnce();
      else if (written > saved) {
        const start = etags.length * partBytes;
        const rest = await readAt(spool, placeOf(etags.length), written - start);
        await putState(rest);
      }
      return written;
    },
    async complete() {
      await completeOnce();
      return objectSource(client, blobKey, written);
    },
    async close() {
      stop.abort();
      await spool.close();
    },
  };
}

/** A part whose blob is there already: only its commit is missing. */
export function completedPart(client: S3Client, blobKey: string, bytes: number): OpenPart {
  return {
    write: async () => ({ bytes: 0, error: new Error('This part is complete') }),
    flush: async () => bytes,
    complete: async () => objectSource(client, blobKey, bytes),
    close: async () => {},
  };
}

const nothing = Promise.resolve();

/** A file without a name, so that nothing is left of a process that is killed. */
async function openSpool(folder: string): Promise<FileHandle> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, randomBytes(12).toString('hex'));
  const handle = await open(path, 'wx+', 0o600);
  // Windows removes it when it is closed at the earliest.
  await rm(path, { force: true }).catch(() => {});
  return handle;
}

async function readAt(handle: FileHandle, position: number, bytes: number): Promise<Buffer> {
  const whole = Buffer.allocUnsafe(bytes);
  let at = 0;
  for await (const chunk of readFileRange(handle, { start: position, end: position + bytes - 1 }))
    at += chunk.copy(whole, at);
  return whole;
}

/** The chunks up to this number of bytes, and those after. */
function splitAt(chunks: Buffer[], bytes: number): [Buffer[], Buffer[]] {
  let left = bytes;
  for (const [index, chunk] of chunks.entries()) {
    if (chunk.length > left) {
      const after = [chunk.subarray(left), ...chunks.slice(index + 1)];
      return [left > 0 ? [...chunks.slice(0, index), chunk.subarray(0, left)] : chunks.slice(0, index), after];
    }
    left -= chunk.length;
  }
  return [chunks, []];
}
