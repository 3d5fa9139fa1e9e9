import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip, deflateRawSync, type Gzip } from 'node:zlib';
import { blockBytes, encodeHeader, encodeLongHeader, fitsHeader } from './tar-header.ts';

export type WrittenEntry = { bytes: number; sha256: string };

export type TarWriter = {
  /** `body` must have exactly this many bytes. A chunk is no longer needed once the next one is asked for. */
  add(name: string, bytes: number, body: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<WrittenEntry>;
  /** Resolves when everything is on the drive. */
  close(): Promise<void>;
  /** Gives up; the file stays as it is. */
  abort(): Promise<void>;
};

/** Above, most tables take longer to compress than to read and write. */
const usualLevel = 3;
/** Pictures, music and archives do not get smaller, and take ten times as long as reading and writing them. */
const [storedLevel, storedFromShare] = [0, 0.9];
const sampleBytes = 16 * 1024;
const minSampleBytes = 4 * 1024;

/** Writes a new .tar.gz, readable by its owner only, holding no more than a few blocks in memory. */
export function createTarWriter(path: string): TarWriter {
  const sink = new PassThrough();
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true });
  const written = pipeline(sink, file);
  written.catch(() => {});
  let level = usualLevel;
  let gzip = openMember(sink, level);
  /** Resolves when `start` says that it is done, or when the archive has failed. */
  const whenDone = async (start: (done: () => void) => void) => {
    if (sink.destroyed) return written;
    await new Promise<void>((resolve) => {
      const settle = () => {
        sink.off('close', settle);
        resolve();
      };
      sink.once('close', settle);
      start(settle);
    });
    return sink.destroyed ? written : undefined;
  };
  const endMember = () => whenDone((done) => gzip.once('end', done).end());
  const write = async (chunk: Buffer) => {
    if (sink.destroyed) return written;
    const next = levelFor(chunk) ?? level;
    if (next !== level) {
      await endMember();
      level = next;
      gzip = openMember(sink, level);
    }
    // Also where the stream has room for more: the memory of `chunk` is used again.
    return whenDone((done) => void gzip.write(chunk, done));
  };
  return {
    async add(name, bytes, body) {
      if (!fitsHeader(name, bytes)) await write(encodeLongHeader(name, bytes));
      await write(encodeHeader(name, bytes));
      const hash = createHash('sha256');
      let sum = 0;
      for await (const chunk of body) {
        sum += chunk.length;
        hash.update(chunk);
        await write(chunk);
      }
      if (sum !== bytes) throw new Error(`${name} has ${sum} bytes instead of ${bytes}`);
      const rest = bytes % blockBytes;
      if (rest > 0) await write(Buffer.alloc(blockBytes - rest));
      return { bytes, sha256: hash.digest('hex') };
    },
    async close() {
      await write(Buffer.alloc(2 * blockBytes));
      await endMember();
      sink.end();
      await written;
    },
    async abort() {
      sink.destroy(new Error('The archive was given up'));
      gzip.destroy();
      await written.catch(() => {});
    },
  };
}

/** A .gz file may have several members, each with a level of its own. */
function openMember(sink: PassThrough, level: number): Gzip {
  const gzip = createGzip({ level, chunkSize: 256 * 1024 });
  gzip.pipe(sink, { end: false });
  return gzip;
}

/** By whether a part of it gets smaller; undefined for what is too short to say. */
function levelFor(chunk: Buffer): number | undefined {
  if (chunk.length < minSampleBytes) return undefined;
  const start = Math.max(0, Math.floor((chunk.length - sampleBytes) / 2));
  const sample = chunk.subarray(start, start + sampleBytes);
  return deflateRawSync(sample, { level: 1 }).length < storedFromShare * sample.length ? usualLevel : storedLevel;
}
