import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { hasS3Server, startS3, type TestS3 } from '../../testing/test-s3.ts';
import { BlobStoreUnavailableError, type BlobStore } from '../files/blob-store.ts';
import { readWhole } from '../files/byte-source.ts';
import { createS3BlobStore } from './s3-blob-store.ts';
import { createS3Client, type S3Client } from './s3-client.ts';

const MiB = 1024 * 1024;
const partBytes = 8 * MiB;

describe.runIf(hasS3Server)('blobs on an S3 server', () => {
  const folder = mkdtempSync(join(tmpdir(), 's3-blobs-'));
  let server: TestS3;
  let blobs: BlobStore;
  const connect = (prefix = 'hall/'): BlobStore => {
    const { settings } = server;
    const client = createS3Client({
      endpoint: settings.FILES_S3_ENDPOINT,
      region: 'us-east-1',
      bucket: settings.FILES_S3_BUCKET,
      prefix,
      accessKey: settings.FILES_S3_ACCESS_KEY,
      secretKey: settings.FILES_S3_SECRET_KEY,
    });
    return createS3BlobStore(client, folder);
  };
  beforeAll(async () => {
    server = await startS3();
    blobs = connect();
  });
  afterAll(async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  async function addPart(name: string, content: Buffer, as = name): Promise<void> {
    const part = await blobs.createPart(name, { as });
    expect(await part.write([content], 0)).toEqual({ bytes: content.length });
    await part.complete();
    await part.close();
  }
  const read = async (name: string) => {
    const source = await blobs.open(name);
    return source && readWhole(source);
  };

  it('is not available before it is created, and is created once by several processes', async () => {
    expect([await blobs.isAvailable(), blobs.wasAvailable()]).toEqual([false, false]);
    await expect(blobs.createPart('part-0001', { as: 'part-0001' })).rejects.toThrow(BlobStoreUnavailableError);
    const all = [blobs, connect(), connect()];
    await Promise.all(all.map((each) => each.create()));
    for (const each of all) expect([await each.isAvailable(), each.wasAvailable()]).toEqual([true, true]);
    expect(await connect('other/').isAvailable()).toBe(false);
  });

  it.each([
    ['nothing', 0],
    ['less than one part', 1000],
    ['exactly one part', partBytes],
    ['several parts', 2 * partBytes + 12_345],
  ])('stores %s, reads any range of it, and commits by any name', async (what, bytes) => {
    const content = randomBytes(bytes);
    const [name, as] = [`form-part-${bytes}`, `blob-of-${String(bytes).padStart(8, '0')}`];
    await addPart(name, content, as);
    expect(await blobs.listParts()).toEqual([{ name, changedAt: expect.any(Date) }]);
    expect(await blobs.list()).not.toContain(as);
    await blobs.commitAll([{ part: name, as }]);
    await blobs.commitAll([{ part: name, as }]);
    expect([await blobs.listParts(), (await blobs.list()).includes(as)]).toEqual([[], true]);
    expect((await read(as))?.equals(content), what).toBe(true);
    const source = await blobs.open(as);
    const range = { start: Math.min(10, bytes), end: bytes - 11 };
    const chunks: Buffer[] = [];
    if (range.start <= range.end) for await (const chunk of source?.read(range) ?? []) chunks.push(Buffer.from(chunk));
    expect(Buffer.concat(chunks).equals(content.subarray(range.start, Math.max(range.start, range.end + 1)))).toBe(
      true,
    );
    await blobs.remove(as);
    await blobs.remove(as);
    expect(await blobs.open(as)).toBeUndefined();
  });

  it('continues an upload in another process, at any byte', async () => {
    const content = randomBytes(2 * partBytes + 5000);
    const plan = { as: 'upload-0001', size: content.length };
    const ends = [0, 3000, partBytes - 1, partBytes, partBytes + 4000, 2 * partBytes + 1, content.length];
    for (const [index, end] of ends.slice(1).entries()) {
      const start = ends[index] ?? 0;
      const process = connect();
      const opened = await process.openPart('upload-0001', plan, start);
      expect(opened?.bytes).toBe(start === 0 ? undefined : start);
      const part = opened?.part ?? (await process.createPart('upload-0001', plan));
      expect(await part.write([content.subarray(start, end)], start)).toEqual({ bytes: end - start });
      expect(await part.flush({ all: true })).toBe(end);
      await part.close();
    }
    const opened = await blobs.openPart('upload-0001', plan, content.length);
    const whole = await opened?.part.complete();
    expect(opened?.bytes).toBe(content.length);
    expect(whole && (await readWhole(whole)).equals(content)).toBe(true);
    await blobs.commitAll([{ part: 'upload-0001', as: 'upload-0001' }]);
    expect(await server.list('hall/files/parts/')).toEqual([]);
  });

  it('acknowledges without `all` only what costs nothing', async () => {
    const part = await blobs.createPart('upload-0002', { as: 'upload-0002', size: 3 * partBytes });
    await part.write([randomBytes(1000)], 0);
    expect(await part.flush()).toBe(0);
    await part.write([randomBytes(partBytes)], 1000);
    expect(await part.flush()).toBe(partBytes);
    // Killed here: another process continues there.
    await part.close();
    const opened = await connect().openPart('upload-0002', { as: 'upload-0002' }, partBytes);
    expect(opened?.bytes).toBe(partBytes);
    await opened?.part.close();
    await blobs.removePart('upload-0002');
    await blobs.removePart('upload-0002');
    expect(await blobs.openPart('upload-0002', { as: 'upload-0002' }, partBytes)).toBeUndefined();
    expect(await server.list('hall/files/parts/')).toEqual([]);
  });

  it('ignores what a process writes whose part was taken over', async () => {
    const plan = { as: 'upload-0003', size: 20_000 };
    const late = await blobs.createPart('upload-0003', plan);
    await late.write([Buffer.alloc(5000, 'a')], 0);
    await late.flush({ all: true });
    const other = connect();
    await other.replacePart('upload-0003');
    await late.write([Buffer.alloc(5000, 'b')], 5000);
    await late.flush({ all: true });
    const opened = await other.openPart('upload-0003', plan, 5000);
    expect(opened?.bytes).toBe(5000);
    await opened?.part.write([Buffer.alloc(15_000, 'c')], 5000);
    const whole = await opened?.part.complete();
    expect(whole && (await readWhole(whole)).toString()).toBe('a'.repeat(5000) + 'c'.repeat(15_000));
    await Promise.all([late.close(), opened?.part.close()]);
    await other.replacePart('upload-9999');
    await other.removePart('upload-0003');
    expect([await other.open('upload-0003'), await server.list('hall/files/parts/')]).toEqual([undefined, []]);
  });

  it('starts over where such a process has replaced bytes of the multipart upload', async () => {
    const plan = { as: 'upload-0006', size: partBytes + 10 };
    const late = await blobs.createPart('upload-0006', plan);
    await late.write([Buffer.alloc(partBytes - 10, 'a')], 0);
    await late.flush({ all: true });
    const other = connect();
    await other.replacePart('upload-0006');
    const opened = await other.openPart('upload-0006', plan, partBytes - 10);
    await opened?.part.write([Buffer.alloc(15, 'b')], partBytes - 10);
    await opened?.part.flush();
    const [state = ''] = await server.list('hall/files/parts/upload-0006/');
    const { uploadId } = JSON.parse((await server.read(state)).split('\n')[0] ?? '') as { uploadId: string };
    await server.putPart('hall/files/blobs/upload-0006', uploadId, Buffer.alloc(partBytes, 'c'));
    await opened?.part.write([Buffer.alloc(5, 'b')], partBytes + 5);
    await expect(opened?.part.complete()).rejects.toThrow('InvalidPart');
    expect([await blobs.openPart('upload-0006', plan, partBytes), await blobs.open('upload-0006')]).toEqual([
      undefined,
      undefined,
    ]);
    await Promise.all([late.close(), opened?.part.close()]);
  });

  it('accepts only valid names, and bytes only at the end', async () => {
    for (const name of ['../outside', 'short', 'a/b/c/d/e'])
      await expect(async () => blobs.createPart(name, { as: 'part-0001' })).rejects.toThrow('not a valid blob name');
    const part = await blobs.createPart('part-0004', { as: 'part-0004' });
    await expect(part.write([Buffer.from('x')], 1)).rejects.toThrow('where 0 was the end');
    await part.close();
  });

  it('is unavailable while the server is down, loses nothing, and goes on', async () => {
    const content = randomBytes(partBytes + 500);
    const plan = { as: 'upload-0005', size: content.length };
    const part = await blobs.createPart('upload-0005', plan);
    await part.write([content.subarray(0, partBytes + 100)], 0);
    expect(await part.flush({ all: true })).toBe(partBytes + 100);
    await server.kill();
    expect([await blobs.isAvailable(), blobs.wasAvailable()]).toEqual([false, true]);
    await part.write([content.subarray(partBytes + 100)], partBytes + 100);
    await expect(part.flush({ all: true })).rejects.toThrow("can't be reached");
    await part.close();
    await expect(blobs.open('upload-0005')).rejects.toThrow(BlobStoreUnavailableError);
    await server.start();
    expect(await blobs.isAvailable()).toBe(true);
    const opened = await blobs.openPart('upload-0005', plan, partBytes + 100);
    expect(opened?.bytes).toBe(partBytes + 100);
    await opened?.part.write([content.subarray(partBytes + 100)], partBytes + 100);
    const whole = await opened?.part.complete();
    expect(whole && (await readWhole(whole)).equals(content)).toBe(true);
    await opened?.part.close();
    await blobs.removePart('upload-0005');
  });

  it('does not mistake another store at its address for its own', async () => {
    for (const key of await server.list('hall/files/store/')) await server.remove(key);
    expect(await blobs.isAvailable()).toBe(false);
    await connect().create();
    expect(await blobs.isAvailable()).toBe(false);
  });
});

describe('an S3 server that fails in the middle', () => {
  const key = { region: 'us-east-1', bucket: 'files', prefix: '', accessKey: 'key', secretKey: 'secret' };

  /** Listens until the test has finished. */
  async function listen(answer: RequestListener): Promise<S3Client> {
    const server = createServer(answer).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const client = createS3Client({ ...key, endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
    onTestFinished(() => {
      client.close();
      server.closeAllConnections();
      server.close();
    });
    return client;
  }

  it('is unavailable where it breaks off a reply', async () => {
    const client = await listen((_, reply) => {
      reply.writeHead(200, { 'content-length': 10 }).write('half');
      setImmediate(() => reply.destroy());
    });
    await expect(client.read('state')).rejects.toThrow(BlobStoreUnavailableError);
  });

  it('is unavailable where it does not find what it had confirmed', async () => {
    const client = await listen((_, reply) => void reply.writeHead(404).end());
    const committed = createS3BlobStore(client, tmpdir()).commitAll([{ part: 'part-0001', as: 'part-0001' }]);
    await expect(committed).rejects.toThrow(BlobStoreUnavailableError);
  });
});
