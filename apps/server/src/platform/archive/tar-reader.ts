import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { ArchiveError, blockBytes, decodeHeader, decodeLongHeader } from './tar-header.ts';

export type TarEntry = {
  name: string;
  bytes: number;
  /** To be read before the next entry; what is not read is skipped. */
  body: () => AsyncGenerator<Buffer>;
};

/** Each chunk waits for its turn among the requests of a busy portal: few large ones. */
const chunkBytes = 256 * 1024;
const maxLongHeaderBytes = 64 * 1024;

/** Reads a .tar.gz from its beginning to its end. Only regular files with relative names are accepted. */
export async function* readTar(path: string): AsyncGenerator<TarEntry> {
  const bytes = createSource(path);
  try {
    for (;;) {
      const header = decodeHeader(await bytes.take(blockBytes));
      if (!header) break;
      const entry = header.type === 'x' ? await readLong(bytes, header.bytes) : header;
      if (entry.type !== '0') throw new ArchiveError(`It has an entry that is not a regular file: ${entry.name}`);
      requireSafeName(entry.name);
      const body = bytes.stream(entry.bytes);
      yield { name: entry.name, bytes: entry.bytes, body: () => body };
      for await (const _ of body);
      await bytes.take(padding(entry.bytes));
    }
    await bytes.end();
  } finally {
    bytes.close();
  }
}

const padding = (bytes: number) => (blockBytes - (bytes % blockBytes)) % blockBytes;

async function readLong(bytes: Source, length: number): Promise<NonNullable<ReturnType<typeof decodeHeader>>> {
  if (length > maxLongHeaderBytes) throw new ArchiveError('It is damaged: a long name is not valid.');
  const long = decodeLongHeader(await bytes.take(length));
  await bytes.take(padding(length));
  const header = decodeHeader(await bytes.take(blockBytes));
  if (!header || header.type === 'x') throw new ArchiveError('It is damaged: an entry has no header.');
  return { ...header, ...long };
}

/** Names are used below folders of ours. */
function requireSafeName(name: string): void {
  const isSafe =
    // eslint-disable-next-line no-control-regex -- no such character is in a name of ours
    !/[\\\x00-\x1f\x7f]/.test(name) && name.split('/').every((part) => part !== '' && part !== '.' && part !== '..');
  if (!isSafe) throw new ArchiveError(`It has an entry whose name could leave its folder: ${JSON.stringify(name)}`);
}

type Source = {
  take(length: number): Promise<Buffer>;
  stream(length: number): AsyncGenerator<Buffer>;
  /** Throws unless there is nothing but zeros left. */
  end(): Promise<void>;
  close(): void;
};

function createSource(path: string): Source {
  const gunzip = createGunzip({ chunkSize: chunkBytes });
  const file = createReadStream(path, { highWaterMark: chunkBytes });
  // The errors arrive with the chunks.
  pipeline(file, gunzip, () => {});
  const chunks = gunzip[Symbol.asyncIterator]() as AsyncIterator<Buffer, undefined>;
  let rest: Buffer = Buffer.alloc(0);
  const more = async (): Promise<boolean> => {
    const { value, done } = await chunks.next().catch((cause: NodeJS.ErrnoException) => {
      if (!cause.code?.startsWith('Z_')) throw cause;
      throw new ArchiveError(
        cause.code === 'Z_BUF_ERROR' ? 'It is cut off.' : `It is damaged, or not a .tar.gz (${cause.message}).`,
        { cause },
      );
    });
    if (done) return false;
    rest = value;
    return true;
  };
  async function* stream(length: number): AsyncGenerator<Buffer> {
    for (let left = length; left > 0;) {
      if (rest.length === 0 && !(await more())) throw new ArchiveError('It is cut off.');
      const chunk = rest.subarray(0, left);
      rest = rest.subarray(chunk.length);
      left -= chunk.length;
      yield chunk;
    }
  }
  return {
    stream,
    async take(length) {
      const parts: Buffer[] = [];
      for await (const part of stream(length)) parts.push(part);
      return Buffer.concat(parts);
    },
    async end() {
      do if (rest.some((byte) => byte !== 0)) throw new ArchiveError('It has something after its end.');
      while (await more());
    },
    close: () => void (file.destroy(), gunzip.destroy()),
  };
}
