import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  truncateSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { buildApp } from '../../../app.ts';
import { restarted } from '../../../testing/test-app.ts';
import { uploads } from '../../../db/tables/files.table.ts';
import { createFolderBlobStore } from '../../../platform/files/folder-blob-store.ts';
import { takeLease } from './upload-lease.service.ts';
import { bytesType, callsTo, hashOf, idOf, listen, metadata, startUploadsTest } from './uploads.fixture.ts';

const test = await startUploadsTest();
const { app, admin, folder } = test;
const { db } = app.ctx;
const files = join(folder, 'files');

const rowOf = async (path: string) =>
  (
    await db
      .select()
      .from(uploads)
      .where(eq(uploads.id, idOf(path)))
  )[0];
const detailsOf = async (path: string) => (await test.ask(`/files/${idOf(path)}`, { method: 'GET' })).data;

const silentSince = (ms: number) => new Date(app.ctx.clock().getTime() - ms);

/** A request that sends some bytes and then nothing more. */
async function hang(calls: Pick<typeof test, 'start'>, path: string, offset: number, bytes: Buffer, length: number) {
  const headers = { ...bytesType, 'upload-offset': offset, 'content-length': length };
  const { request, reply } = calls.start(path, { method: 'PATCH', headers });
  await new Promise((resolve) => request.write(bytes, resolve));
  return { request, reply };
}

/** A second portal on the same database and folder of files. */
async function otherPortal(name: string) {
  const config = { ...app.ctx.config, DATA_DIR: join(folder, name), FILES_DIR: files };
  const built = buildApp(restarted(app.ctx, config), '/nowhere');
  return { ...callsTo(await listen(built), files, admin), close: () => built.http.close() };
}

it('ends a request whose sender has come back, and loses nothing that was safe', async () => {
  const bytes = randomBytes(300_000);
  const path = await test.begin(bytes.length);
  const old = await hang(test, path, 0, bytes.subarray(0, 100_000), bytes.length);
  await expect.poll(async () => (await rowOf(path))?.received).toBe(100_000);
  const head = await test.ask(path, { method: 'HEAD' });
  expect(head.headers['upload-offset']).toBe('100000');
  expect((await old.reply).status).toBe(423);
  expect((await test.patch(path, 100_000, bytes.subarray(100_000))).status).toBe(204);
  expect(test.content(idOf(path)).equals(bytes)).toBe(true);
});

it('lets the last of several concurrent requests write, and all bytes are at their offset', async () => {
  const bytes = randomBytes(500_000);
  const path = await test.begin(bytes.length);
  const replies = await Promise.all(Array.from({ length: 8 }, () => test.patch(path, 0, bytes)));
  const offset = Number((await test.ask(path, { method: 'HEAD' })).headers['upload-offset']);
  expect(replies.map(({ status }) => status).every((status) => [204, 409, 423].includes(status))).toBe(true);
  if (offset < bytes.length) await test.patch(path, offset, bytes.subarray(offset));
  expect(await detailsOf(path)).toMatchObject({ size: bytes.length, hash: hashOf(bytes) });
});

it('says in the row how far it is while a request lasts', async () => {
  const path = await test.begin(10);
  const { request } = await hang(test, path, 0, Buffer.from('abcd'), 10);
  await expect.poll(async () => (await rowOf(path))?.received).toBe(4);
  expect((await rowOf(path))?.writer).not.toBeNull();
  request.destroy();
  await expect.poll(async () => (await rowOf(path))?.writer).toBeNull();
  expect((await test.patch(path, 4, 'efghij')).status).toBe(204);
});

it('waits for a portal that is at it, asks that one to leave, and goes on', async () => {
  const other = await otherPortal('other');
  const bytes = randomBytes(1000);
  const path = await test.begin(bytes.length);
  const old = await hang(other, path, 0, bytes.subarray(0, 400), bytes.length);
  await expect.poll(async () => (await rowOf(path))?.received).toBe(400);
  const refused = await test.ask(path, { method: 'HEAD' });
  expect([refused.status, refused.headers['retry-after']]).toEqual([423, '1']);
  expect((await old.reply).status).toBe(423);
  await expect.poll(async () => (await rowOf(path))?.writer).toBeNull();
  expect((await test.patch(path, 400, bytes.subarray(400))).status).toBe(204);
  expect(await detailsOf(path)).toMatchObject({ hash: hashOf(bytes) });
  await other.close();
});

it('prevents a portal that fell silent from writing into an upload that another one continued', async () => {
  const bytes = randomBytes(1000);
  const path = await test.begin(bytes.length);
  await test.patch(path, 0, bytes.subarray(0, 500));
  const late = openSync(join(files, 'parts', idOf(path)), 'r+');
  const taken = { writer: 'ffffffffffffffff.00000000' };
  await db
    .update(uploads)
    .set({ ...taken, writingAt: silentSince(19_000) })
    .where(eq(uploads.id, idOf(path)));
  expect((await test.patch(path, 500, bytes.subarray(500))).status).toBe(423);
  await db
    .update(uploads)
    .set({ ...taken, writingAt: silentSince(21_000) })
    .where(eq(uploads.id, idOf(path)));
  expect((await test.patch(path, 500, bytes.subarray(500))).status).toBe(204);
  writeSync(late, Buffer.alloc(1000, 'x'), 0, 1000, 0);
  closeSync(late);
  expect(test.content(idOf(path)).equals(bytes)).toBe(true);
  expect(test.parts()).not.toContain(idOf(path));
});

it('goes on from the beginning where the part is gone, and from its end where it is shorter', async () => {
  const bytes = randomBytes(1000);
  const [gone, shorter] = [await test.begin(1000), await test.begin(1000)];
  for (const path of [gone, shorter]) await test.patch(path, 0, bytes.subarray(0, 500));
  rmSync(join(files, 'parts', idOf(gone)));
  truncateSync(join(files, 'parts', idOf(shorter)), 200);
  expect((await test.ask(gone, { method: 'HEAD' })).headers['upload-offset']).toBe('0');
  expect((await test.ask(shorter, { method: 'HEAD' })).headers['upload-offset']).toBe('200');
  await test.patch(gone, 0, bytes);
  await test.patch(shorter, 200, bytes.subarray(200));
  for (const path of [gone, shorter]) expect(await detailsOf(path)).toMatchObject({ hash: hashOf(bytes) });
});

it('does not wait for a writer that wrote in the future: the clock was set back', async () => {
  const path = await test.begin(10);
  await test.patch(path, 0, 'abc');
  const taken = { writer: 'ffffffffffffffff.00000000', writingAt: silentSince(-3_600_000) };
  await db
    .update(uploads)
    .set(taken)
    .where(eq(uploads.id, idOf(path)));
  expect((await test.patch(path, 3, 'defghij')).status).toBe(204);
});

it('does not listen to an earlier holder of the same process', async () => {
  const path = await test.begin(10);
  const wanted = { id: idOf(path), userId: admin.id };
  const [late, next] = [await takeLease(app.ctx, wanted), await takeLease(app.ctx, wanted)];
  await expect(late?.renew(7)).rejects.toThrow('cancelled');
  await late?.release();
  expect((await rowOf(path))?.received).toBe(0);
  await next?.renew(5);
  expect((await rowOf(path))?.received).toBe(5);
  await next?.release();
});

it('forgets nothing while the drive is not there', async () => {
  const path = await test.begin(10);
  await test.patch(path, 0, 'abc');
  const begun = await test.begin(10);
  renameSync(files, `${files}-away`);
  expect((await test.ask(path, { method: 'HEAD' })).status).toBe(503);
  expect((await test.patch(begun, 0, 'abc')).status).toBe(503);
  const headers = { 'upload-length': 1, 'upload-metadata': metadata({ filename: 'a' }) };
  expect((await test.ask('/files/uploads', { method: 'POST', headers })).status).toBe(503);
  expect(existsSync(files)).toBe(false);
  renameSync(`${files}-away`, files);
  expect((await test.ask(path, { method: 'HEAD' })).headers['upload-offset']).toBe('3');
});

it('does not recreate the folder once there was one, even if no file is complete yet', async () => {
  const fresh = await startUploadsTest();
  const storePath = join(fresh.folder, 'files');
  const create = () =>
    fresh.ask('/files/uploads', {
      method: 'POST',
      headers: { 'upload-length': 1, 'upload-metadata': metadata({ filename: 'a' }) },
    });
  const path = await fresh.begin(2_000_000);
  expect((await fresh.patch(path, 0, randomBytes(1_000_000))).status).toBe(204);
  renameSync(storePath, `${storePath}-away`);
  for (const reply of [await fresh.ask(path, { method: 'HEAD' }), await create()]) expect(reply.status).toBe(503);
  expect(existsSync(storePath)).toBe(false);
  // What lies below the mount point is a folder, too, but another one.
  await createFolderBlobStore(storePath).create();
  for (const reply of [await fresh.ask(path, { method: 'HEAD' }), await create()]) expect(reply.status).toBe(503);
  rmSync(storePath, { recursive: true });
  renameSync(join(`${storePath}-away`, 'parts'), join(fresh.folder, 'parts'));
  renameSync(`${storePath}-away`, storePath);
  for (const reply of [await fresh.ask(path, { method: 'HEAD' }), await create()]) expect(reply.status).toBe(503);
  renameSync(join(fresh.folder, 'parts'), join(storePath, 'parts'));
  expect((await fresh.ask(path, { method: 'HEAD' })).headers['upload-offset']).toBe('1000000');
  expect((await create()).status).toBe(201);
});

it('begins in an empty folder that is there already', async () => {
  const empty = mkdtempSync(join(tmpdir(), 'tribehall-empty-'));
  const fresh = await startUploadsTest({ FILES_DIR: empty });
  const path = await fresh.begin(3);
  expect((await fresh.patch(path, 0, 'abc')).status).toBe(204);
  expect(readdirSync(join(empty, 'kept'))).toEqual([idOf(path)]);
  rmSync(empty, { recursive: true });
});
