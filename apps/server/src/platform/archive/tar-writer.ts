import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { blockBytes, encodeHeader, encodeLongHeader, fitsHeader } from './tar-header.ts';

export type WrittenEntry = { bytes: number; sha256: string };

export type TarWriter = {
  /** `body` must have exactly this many bytes. */
  add(name: string, bytes: number, body: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<WrittenEntry>;
  /** Resolves when everything is on the drive. */
  close(): Promise<void>;
  /** Gives up; the file stays as it is. */
  abort(): Promise<void>;
};

/** Above, most tables take longer to compress than to read and write. */
const compressionLevel = 3;

/** Writes a new .tar.gz, readable by its owner only, holding no more than a few blocks in memory. */
export function createTarWriter(path: string): TarWriter {
  const gzip = createGzip({ level: compressionLevel, chunkSize: 256 * 1024 });
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true });
  const written = pipeline(gzip, file);
  written.catch(() => {});
  const write = async (chunk: Buffer) => {
    if (gzip.destroyed) return written;
    if (gzip.write(chunk)) return undefined;
    await new Promise<void>((resolve) => {
      const settle = () => {
        gzip.off('drain', settle).off('close', settle);
        resolve();
      };
      gzip.once('drain', settle).once('close', settle);
    });
    return gzip.destroyed ? written : undefined;
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
      gzip.end();
      await written;
    },
    async abort() {
      gzip.destroy(new Error('The archive was given up'));
      await written.catch(() => {});
    },
  };
}
