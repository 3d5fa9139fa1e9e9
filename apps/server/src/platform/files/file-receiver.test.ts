import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { fileSource } from './byte-source.ts';
import { createFileHash, hashBytes } from './file-hash.ts';
import { createFileReceiver } from './file-receiver.ts';
import { writeAll } from './write-all.ts';

const folder = mkdtempSync(join(tmpdir(), 'tribehall-writer-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const receiveInto = createFileReceiver();
const file = join(folder, 'file');
const whole = randomBytes(5_000_000);

async function withFile<T>(work: (handle: FileHandle) => Promise<T>, flags = 'w+'): Promise<T> {
  const handle = await open(file, flags);
  try {
    return await work(handle);
  } finally {
    await handle.close();
  }
}

const partOf = (handle: FileHandle) => ({
  write: (chunks: Buffer[], position: number) => writeAll(handle, chunks, position),
});

/** The bytes in chunks as a connection has them. */
const chunksOf = (bytes: Buffer, size = 65_536) =>
  Readable.from(
    Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) => bytes.subarray(i * size, (i + 1) * size)),
  );

it('writes every byte at its position and computes the hash on the way', () =>
  withFile(async (handle) => {
    await handle.writeFile('0123456789');
    const hash = createFileHash();
    const received = await receiveInto({
      source: chunksOf(whole),
      part: partOf(handle),
      position: 5,
      limit: whole.length,
      hash,
    });
    expect(received).toEqual({ bytes: whole.length, ended: 'whole' });
    expect(readFileSync(file).equals(Buffer.concat([Buffer.from('01234'), whole]))).toBe(true);
    await handle.truncate(0);
    await handle.writev([whole], 0);
    expect(hash.digest()).toBe(await hashBytes(await fileSource(handle)));
  }));

it('takes a body of single bytes', () =>
  withFile(async (handle) => {
    const bytes = whole.subarray(0, 3000);
    const received = await receiveInto({ source: chunksOf(bytes, 1), part: partOf(handle), position: 0, limit: 3000 });
    expect(received).toEqual({ bytes: 3000, ended: 'whole' });
    expect(readFileSync(file).equals(bytes)).toBe(true);
  }));

it('stops at the limit and reports that there was more', () =>
  withFile(async (handle) => {
    const received = await receiveInto({ source: chunksOf(whole), part: partOf(handle), position: 0, limit: 100_000 });
    expect(received).toEqual({ bytes: 100_000, ended: 'more' });
    expect(readFileSync(file).equals(whole.subarray(0, 100_000))).toBe(true);
    const exact = await receiveInto({
      source: chunksOf(whole),
      part: partOf(handle),
      position: 0,
      limit: whole.length,
    });
    expect(exact.ended).toBe('whole');
  }));

it.each([
  ['cut', (source: PassThrough) => source.destroy()],
  ['cut', (source: PassThrough) => source.destroy(new Error('reset'))],
  ['stopped', (_: PassThrough, stop: AbortController) => stop.abort()],
  ['stalled', () => {}],
] as const)('knows what it wrote when it is %s', (ended, end) =>
  withFile(async (handle) => {
    const source = new PassThrough();
    const stop = new AbortController();
    const done = receiveInto({
      source,
      part: partOf(handle),
      position: 0,
      limit: 100,
      signal: stop.signal,
      stallMs: 100,
    });
    source.write('abcde');
    await new Promise((resolve) => setImmediate(resolve));
    end(source, stop);
    expect(await done).toEqual({ bytes: 5, ended });
    expect(readFileSync(file, 'utf8')).toBe('abcde');
  }),
);

it('writes what comes slowly before its batch is full', () =>
  withFile(async (handle) => {
    const source = new PassThrough();
    const written = new Promise<number>((resolve) => {
      void receiveInto({ source, part: partOf(handle), position: 0, limit: 100, onWritten: resolve });
    });
    source.write('abc');
    expect(await written).toBe(3);
    source.end();
  }));

it('reports why the drive took no more, and how much it took', async () => {
  await withFile((handle) => handle.writeFile('x'));
  const received = await withFile(
    (handle) => receiveInto({ source: chunksOf(whole), part: partOf(handle), position: 0, limit: whole.length }),
    'r',
  );
  expect(received).toMatchObject({ bytes: 0, ended: 'failed', error: { code: 'EBADF' } });
});

it('goes on after a write that took only a part', () =>
  withFile(async (handle) => {
    const short = {
      writev: (buffers: Buffer[], position: number) =>
        handle.writev([Buffer.concat(buffers).subarray(0, 70_001)], position),
    } as unknown as FileHandle;
    const received = await receiveInto({
      source: chunksOf(whole),
      part: partOf(short),
      position: 0,
      limit: whole.length,
    });
    expect(received).toEqual({ bytes: whole.length, ended: 'whole' });
    expect(readFileSync(file).equals(whole)).toBe(true);
  }));

it('lets the sender wait while the drive is slow, and holds no more than two batches', () =>
  withFile(async (handle) => {
    const much = randomBytes(24 * 1024 * 1024);
    let sent = 0;
    const heldAtOnce: number[] = [];
    const slow = {
      writev: async (buffers: Buffer[], position: number) => {
        await setTimeout(120);
        heldAtOnce.push(sent - position);
        return handle.writev(buffers, position);
      },
    } as unknown as FileHandle;
    const source = new Readable({
      highWaterMark: 65_536,
      read() {
        this.push(sent < much.length ? much.subarray(sent, (sent += 65_536)) : null);
      },
    });
    const received = await receiveInto({ source, part: partOf(slow), position: 0, limit: much.length, stallMs: 50 });
    expect(received).toEqual({ bytes: much.length, ended: 'whole' });
    expect(Math.max(...heldAtOnce)).toBeLessThan(8 * 1024 * 1024 + 4 * 65_536);
    expect(readFileSync(file).equals(much)).toBe(true);
  }));
