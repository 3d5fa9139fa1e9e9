import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { roles } from '@tribehall/contract';
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { buildApp } from '../../app.ts';
import { restarted } from '../../testing/test-app.ts';
import { files, uploads } from '../../db/tables/files.table.ts';
import { users } from '../../db/tables/users.table.ts';
import { createFolderBlobStore } from '../../platform/files/folder-blob-store.ts';
import { readPortalId } from '../site/site.service.ts';
import { createTestUser } from '../../testing/test-users.ts';
import {
  deleteAbandonedFiles,
  purgeDeleted,
  reportInconsistencies,
  recoverParts,
  finishUploads,
} from './orphans.service.ts';
import { postForm } from './forms/multipart.fixture.ts';
import { hashOf, idOf, startUploadsTest, type Listed } from './uploads/uploads.fixture.ts';

const test = await startUploadsTest();
const { app, admin, folder } = test;
const { ctx } = app;
const { db } = ctx;
const blobs = join(folder, 'files');
const hourMs = 3_600_000;

const inDays = (days: number) => ({ ...ctx, clock: () => new Date(Date.now() + days * 24 * hourMs) });

async function addFile(text = 'content', user = admin): Promise<string> {
  const path = await test.begin(text.length, 'a.txt', user);
  await test.patch(path, 0, text, user);
  return idOf(path);
}

/** A part as orphaned by a portal that died. */
function leavePart(name: string, { ageMs = 0, bytes = Buffer.from('orphaned') } = {}): string {
  const path = join(blobs, 'parts', name);
  writeFileSync(path, bytes);
  const at = new Date(Date.now() - ageMs);
  utimesSync(path, at, at);
  return name;
}

const restart = async () => {
  const again = buildApp(restarted(ctx, { ...ctx.config }), '/nowhere');
  await again.http.ready();
  await again.http.close();
};

it('moves parts that the database knows as files to their path', async () => {
  const [plain, form] = [await addFile('plain'), await addFile('form')];
  renameSync(join(blobs, 'kept', plain), join(blobs, 'parts', plain));
  renameSync(join(blobs, 'kept', form), join(blobs, 'parts', `form-${readPortalId(ctx)}-${form}`));
  await restart();
  expect(test.parts()).toEqual([]);
  expect([test.content(plain).toString(), test.content(form).toString()]).toEqual(['plain', 'form']);
});

it('removes parts that are nobody’s, and leaves those that someone may be at', async () => {
  const unfinished = await test.begin(10);
  await test.patch(unfinished, 0, 'abc');
  const own = leavePart(`form-${readPortalId(ctx)}-${randomUUID()}`);
  const others = leavePart(`form-ffffffffffffffff-${randomUUID()}`, { ageMs: 23 * hourMs });
  const gone = leavePart(`form-ffffffffffffffff-${randomUUID()}`, { ageMs: 25 * hourMs });
  const fresh = leavePart(randomUUID());
  const old = leavePart(randomUUID(), { ageMs: 25 * hourMs });
  const strange = leavePart('not-a-name-of-ours', { ageMs: 25 * hourMs });
  await recoverParts(ctx);
  expect(test.parts()).toEqual([idOf(unfinished), others, fresh, own, strange].toSorted());
  await restart();
  expect(test.parts()).toEqual([idOf(unfinished), others, fresh, strange].toSorted());
  expect(test.parts()).not.toContain(gone);
  expect(test.parts()).not.toContain(old);
});

it('leaves the parts of a form that is just coming', async () => {
  const head = '--x\r\nContent-Disposition: form-data; name="files"; filename="a"\r\n\r\n';
  const { request, reply } = test.start('/files', {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=x', 'transfer-encoding': 'chunked' },
  });
  request.write(`${head}The beginning.`);
  const mine = () => test.parts().filter((name) => name.startsWith(`form-${readPortalId(ctx)}`));
  await expect.poll(mine).toHaveLength(1);
  await recoverParts({ ...ctx, clock: () => new Date(Date.now() + hourMs) });
  request.end('The end.\r\n--x--\r\n');
  expect(await reply).toMatchObject({ status: 200, data: [{ size: 22 }] });
});

it('makes a file of an upload that lacks nothing else: at a start, and when it is asked for', async () => {
  const bytes = randomBytes(1000);
  const paths = [await test.begin(1000), await test.begin(1000)];
  for (const path of paths) {
    await test.patch(path, 0, bytes.subarray(0, 1));
    writeFileSync(join(blobs, 'parts', idOf(path)), bytes);
    await db
      .update(uploads)
      .set({ received: 1000 })
      .where(eq(uploads.id, idOf(path)));
  }
  const [asked = '', started = ''] = paths;
  expect((await test.ask(asked, { method: 'HEAD' })).headers['upload-offset']).toBe('1000');
  expect(test.content(idOf(asked)).equals(bytes)).toBe(true);
  await restart();
  const { data } = await test.ask(`/files/${idOf(started)}`, { method: 'GET' });
  expect(data).toMatchObject({ size: 1000, hash: hashOf(bytes), uploadedBy: admin.username });
});

it('removes uploads that nobody went on with for a week', async () => {
  const path = await test.begin(10);
  await test.patch(path, 0, 'abc');
  await finishUploads(inDays(6.9));
  expect(test.parts()).toContain(idOf(path));
  await finishUploads(inDays(7.1));
  expect(test.parts()).not.toContain(idOf(path));
  expect((await test.ask(path, { method: 'HEAD' })).status).toBe(404);
});

it('removes uploads without a byte after an hour, however often someone asks about them', async () => {
  const path = await test.begin(10);
  const isThere = async () => (await test.ask(path, { method: 'HEAD' })).status === 200;
  await finishUploads(inDays(0.9 / 24));
  expect(await isThere()).toBe(true);
  await finishUploads(inDays(1.1 / 24));
  expect(await isThere()).toBe(false);
});

it('removes what was deleted more than an hour ago, row and bytes', async () => {
  const [id, other] = [await addFile(), await addFile()];
  await test.ask(`/files/${id}`, { method: 'DELETE' });
  await purgeDeleted(ctx);
  expect(test.stored()).toContain(id);
  const later = { ...ctx, clock: () => new Date(Date.now() + 1.2 * hourMs) };
  await purgeDeleted(later);
  expect(test.stored()).not.toContain(id);
  expect(test.stored()).toContain(other);
  expect(await db.select().from(files).where(eq(files.id, id))).toEqual([]);
});

it('deletes private files whose uploader is gone, and no others', async () => {
  const user = await createTestUser(app, { roles: [roles.Admin] });
  const form = async (isPrivate: string) => {
    const asked = { ask: (path: string, call: Parameters<typeof test.ask>[1]) => test.ask(path, call, user) };
    const parts = [
      { name: 'isPrivate', value: isPrivate },
      { fileName: 'a', value: 'x' },
    ];
    const [file] = (await postForm(asked, parts)).data as Listed[];
    return file?.fileId ?? '';
  };
  const [secret, open] = [await form('true'), await form('false')];
  await db.delete(users).where(eq(users.id, user.id));
  await deleteAbandonedFiles(ctx);
  const rows = await db.select().from(files);
  expect(rows.find(({ id }) => id === secret)?.deletedAt).not.toBeNull();
  expect(rows.find(({ id }) => id === open)?.deletedAt).toBeNull();
});

it('says where rows and files disagree, and changes nothing', async () => {
  const lost = await addFile();
  renameSync(join(blobs, 'kept', lost), join(folder, 'taken-away'));
  writeFileSync(join(blobs, 'kept', 'unknown-file'), 'x');
  await reportInconsistencies(ctx);
  expect(app.logged.find((line) => line.includes('Files have lost their content'))).toContain(lost);
  expect(app.logged.find((line) => line.includes('Some files are not in the database'))).toContain('unknown-file');
  expect((await test.list()).map(({ fileId }) => fileId)).toContain(lost);
  expect(existsSync(join(blobs, 'kept', 'unknown-file'))).toBe(true);
});

it('forgets nothing while the drive is not there', async () => {
  const id = await addFile();
  await test.ask(`/files/${id}`, { method: 'DELETE' });
  const rows = (await db.select().from(files)).length;
  renameSync(blobs, `${blobs}-away`);
  const later = { ...ctx, clock: () => new Date(Date.now() + 2 * hourMs) };
  for (const job of [recoverParts, finishUploads, purgeDeleted, reportInconsistencies]) await job(later);
  expect(await db.select().from(files)).toHaveLength(rows);
  expect(existsSync(blobs)).toBe(false);
  expect(app.logged.some((line) => line.includes('The folder of the files is missing'))).toBe(true);
  renameSync(`${blobs}-away`, blobs);
});

it('retains the rows of deleted files while another folder is at the path of theirs', async () => {
  const id = await addFile();
  await test.ask(`/files/${id}`, { method: 'DELETE' });
  renameSync(blobs, `${blobs}-away`);
  await createFolderBlobStore(blobs).create();
  await purgeDeleted({ ...ctx, clock: () => new Date(Date.now() + 2 * hourMs) });
  expect(await db.select().from(files).where(eq(files.id, id))).toHaveLength(1);
  rmSync(blobs, { recursive: true });
  renameSync(`${blobs}-away`, blobs);
});
