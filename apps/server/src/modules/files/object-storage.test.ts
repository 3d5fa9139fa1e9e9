import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { Upload } from 'tus-js-client';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildApp, type App } from '../../app.ts';
import { checkStorage } from '../../admin/doctor/storage.checks.ts';
import { readConfig } from '../../config.ts';
import { requireObjectStorage } from '../../object-storage.ts';
import { backUpTestApp, makeEmptyPlace, restoreInto } from '../../backup/backup.fixture.ts';
import { files, uploads } from '../../db/tables/files.table.ts';
import { songs } from '../../db/tables/music.table.ts';
import { readWhole } from '../../platform/files/byte-source.ts';
import { createFilesState } from './files.state.ts';
import { hasS3Server, startS3, type TestS3 } from '../../testing/test-s3.ts';
import { restarted } from '../../testing/test-app.ts';
import {
  fetchLocally,
  findUsableSong,
  reconcileSongs,
  removeUnusedSongs,
  storeSong,
} from '../music/downloads/songs.service.ts';
import { postForm } from './forms/multipart.fixture.ts';
import { finishUploads, purgeDeleted, recoverParts, reportInconsistencies } from './orphans.service.ts';
import * as stored from './stored-files.service.ts';
import { callsTo, hashOf, idOf, listen, startUploadsTest, type UploadsTest } from './uploads/uploads.fixture.ts';
import { verifyFiles, type Fault } from './verify.service.ts';

const MB = 1_000_000;
const dayMs = 24 * 3_600_000;

async function download(portal: Pick<UploadsTest, 'ask' | 'url'>, id: string, range?: string) {
  const { status, code, data } = await portal.ask(`/files/${id}/download`, { method: 'POST' });
  if (status !== 200) return { status, code };
  const reply = await fetch(`${portal.url}${(data as { url: string }).url}`, range ? { headers: { range } } : {});
  return { status: reply.status, body: Buffer.from(await reply.arrayBuffer()) };
}

describe.runIf(hasS3Server)('two portals without a shared folder, and an S3 server', () => {
  let s3: TestS3;
  let test: UploadsTest;
  let other: App & { ctx: UploadsTest['app']['ctx'] };
  let there: ReturnType<typeof callsTo>;
  let otherFolder: string;

  beforeAll(async () => {
    s3 = await startS3();
    test = await startUploadsTest({ ...s3.settings, FILES_S3_PREFIX: 'hall/' });
    const { ctx } = test.app;
    otherFolder = join(test.folder, 'other-machine');
    mkdirSync(otherFolder);
    const otherCtx = restarted(ctx, { ...ctx.config, DATA_DIR: otherFolder });
    other = { ...buildApp(otherCtx, '/nowhere'), ctx: otherCtx };
    there = callsTo(await listen(other), otherFolder, test.admin);
  });
  afterAll(async () => {
    await other.http.close();
    await s3.stop();
  });

  const blobs = () => s3.list('hall/files/blobs/');
  const parts = () => s3.list('hall/files/parts/');
  const later = (ms: number) => {
    const { ctx } = test.app;
    return { ...ctx, clock: () => new Date(Date.now() + ms) };
  };
  /** The real client. */
  const send = (url: string, bytes: Buffer, options: { uploadUrl?: string; chunkSize?: number } = {}) =>
    new Promise<string>((resolve, reject) => {
      const upload: Upload = new Upload(bytes, {
        endpoint: `${url}/api/files/uploads`,
        headers: test.admin.headers,
        retryDelays: [0, 500, 1000, 2000, 4000, 8000],
        metadata: { filename: 'maps/island.bin', visibility: 'public' },
        onSuccess: () => resolve(upload.url ?? ''),
        onError: reject,
        ...options,
      });
      upload.start();
    });

  it('take a file from the real client in pieces, and serve it, whole and in ranges, on either', async () => {
    const bytes = randomBytes(20 * MB + 7);
    const id = idOf(await send(test.url, bytes, { chunkSize: 6 * MB }));
    expect(await parts()).toEqual([]);
    for (const portal of [test, there]) {
      expect((await download(portal, id)).body?.equals(bytes)).toBe(true);
      const { status, body } = await download(portal, id, 'bytes=8388600-8388700');
      expect([status, body?.equals(bytes.subarray(8_388_600, 8_388_701))]).toEqual([206, true]);
    }
    const [row] = await test.app.ctx.db.select().from(files).where(eq(files.id, id));
    expect(row?.hash).toBe(hashOf(bytes));
    expect(existsSync(join(test.folder, 'files'))).toBe(false);
  });

  it('continue an upload that the other one has begun, also one that was cut', async () => {
    const bytes = randomBytes(9 * MB);
    const path = await test.begin(bytes.length);
    expect((await test.patch(path, 0, bytes.subarray(0, 1 * MB))).status).toBe(204);
    const cut = there.start(path, {
      method: 'PATCH',
      headers: { 'content-type': 'application/offset+octet-stream', 'upload-offset': MB, 'content-length': 8 * MB },
    });
    cut.request.write(bytes.subarray(MB, 5 * MB));
    await vi.waitUntil(() => cut.request.writableLength === 0);
    cut.request.destroy();
    const offset = await vi.waitUntil(async () => {
      const { status, headers } = await test.ask(path, { method: 'HEAD' });
      return status === 200 && Number(headers['upload-offset']);
    });
    expect(offset).toBeGreaterThanOrEqual(MB);
    const { status } = await test.patch(path, offset, bytes.subarray(offset));
    expect(status).toBe(204);
    expect((await download(there, idOf(path))).body?.equals(bytes)).toBe(true);
  });

  it('store all files of a form, or none', async () => {
    const before = await blobs();
    const [one, two] = [randomBytes(9 * MB), Buffer.from('two')];
    const sent = [
      { fileName: 'one.bin', value: one },
      { fileName: 'two.txt', value: two },
    ];
    const { status, data } = await postForm(test, sent);
    expect(status).toBe(200);
    const ids = (data as { fileId: string }[]).map(({ fileId }) => fileId);
    expect((await download(there, ids[0] ?? '')).body?.equals(one)).toBe(true);
    expect((await download(there, ids[1] ?? '')).body?.equals(two)).toBe(true);
    expect((await postForm(test, [...sent, { name: 'isPrivate', value: 'perhaps' }])).status).toBe(400);
    expect((await postForm(test, sent, { isComplete: false })).status).toBe(400);
    expect([(await blobs()).length, await parts()]).toEqual([before.length + 2, []]);
  });

  it('finish what a portal that died has left, and remove what nobody knows', async () => {
    const { ctx } = test.app;
    const bytes = randomBytes(9 * MB);
    // Dies before the row of the file is stored.
    const died = vi.spyOn(stored, 'storeFiles').mockRejectedValue(new Error('died'));
    const path = await test.begin(bytes.length);
    expect((await test.patch(path, 0, bytes)).status).toBe(500);
    expect((await postForm(test, [{ fileName: 'one.bin', value: bytes }])).status).toBe(500);
    died.mockRestore();
    const [formPart = ''] = (await parts()).filter((key) => key.includes('form-'));
    expect((await download(test, idOf(path))).status).toBe(404);
    await finishUploads(other.ctx);
    expect((await download(test, idOf(path))).body?.equals(bytes)).toBe(true);
    await recoverParts(later(dayMs));
    expect(await parts()).toEqual([]);
    expect((await blobs()).some((key) => formPart.includes(key.split('/').at(-1) ?? '-'))).toBe(false);
    // Of the row, but before the commit of the part.
    const unmoved = vi.spyOn(ctx.state.files.blobs, 'commitAll').mockRejectedValueOnce(new Error('died'));
    const second = await test.begin(5);
    expect((await test.patch(second, 0, 'bytes')).status).toBe(204);
    unmoved.mockRestore();
    expect((await parts()).length).toBe(1);
    expect((await download(there, idOf(second))).body?.toString()).toBe('bytes');
    await recoverParts(ctx);
    expect(await parts()).toEqual([]);
  });

  it('cancel an upload, and remove a deleted file', async () => {
    const path = await test.begin(20 * MB);
    await test.patch(path, 0, randomBytes(9 * MB));
    expect((await parts()).length).toBe(1);
    expect((await there.ask(path, { method: 'DELETE' })).status).toBe(204);
    expect(await parts()).toEqual([]);
    const gone = await test.begin(4);
    await test.patch(gone, 0, 'gone');
    expect((await test.ask(`/files/${idOf(gone)}`, { method: 'DELETE' })).status).toBe(200);
    expect(await blobs()).toContain(`hall/files/blobs/${idOf(gone)}`);
    await purgeDeleted(later(2 * 3_600_000));
    expect(await blobs()).not.toContain(`hall/files/blobs/${idOf(gone)}`);
  });

  it('are unavailable while the server is, lose nothing, and say so', async () => {
    const bytes = randomBytes(9 * MB);
    const kept = await test.begin(4);
    await test.patch(kept, 0, 'kept');
    const path = await test.begin(bytes.length);
    expect((await test.patch(path, 0, bytes.subarray(0, 3 * MB))).status).toBe(204);
    await s3.kill();
    expect((await download(test, idOf(kept))).status).toBe(503);
    const unavailable = { status: 503, code: 'UNAVAILABLE' };
    const headers = { 'upload-length': 5, 'upload-metadata': 'filename eA==' };
    expect(await test.ask('/files/uploads', { method: 'POST', headers })).toMatchObject(unavailable);
    expect(await test.patch(path, 3 * MB, bytes.subarray(3 * MB))).toMatchObject(unavailable);
    expect(await test.ask(`/files/${idOf(kept)}/raw`, { method: 'GET' })).toMatchObject(unavailable);
    await reportInconsistencies(test.app.ctx);
    expect(test.app.logged.at(-1)).toContain('missing');
    await s3.start();
    expect(idOf(await send(test.url, bytes, { uploadUrl: `${test.url}/api${path}` }))).toBe(idOf(path));
    expect((await download(there, idOf(path))).body?.equals(bytes)).toBe(true);
    expect((await download(there, idOf(kept))).body?.toString()).toBe('kept');
    expect(await test.app.ctx.db.select().from(uploads)).toEqual([]);
  });

  it('are verified like folders', async () => {
    const lost = await test.begin(4);
    await test.patch(lost, 0, 'lost');
    await s3.remove(`hall/files/blobs/${idOf(lost)}`);
    const faults: Fault[] = [];
    await verifyFiles(other.ctx, { fault: (fault) => void faults.push(fault), progress: () => {} });
    expect(faults).toMatchObject([{ fault: 'missing', id: idOf(lost) }]);
    expect((await download(test, idOf(lost))).status).toBe(404);
    await test.app.ctx.db.delete(files).where(eq(files.id, idOf(lost)));
  });

  it('are refused at the start with a wrong key, a wrong bucket or no server, each in a sentence', async () => {
    const { config } = test.app.ctx;
    const starting = { print: () => {}, signal: new AbortController().signal };
    const faultOf = (settings: Partial<typeof config>) =>
      requireObjectStorage({ ...config, START_WAIT_SECONDS: 0, ...settings }, starting).then(
        () => 'none',
        (error: Error) => error.message,
      );
    expect(await faultOf({})).toBe('none');
    expect(await faultOf({ FILES_S3_SECRET_KEY: 'wrong' })).toMatch(/^FILES_S3_ACCESS_KEY and FILES_S3_SECRET_KEY may/);
    expect(await faultOf({ FILES_S3_BUCKET: 'nothing' })).toMatch(/^FILES_S3_BUCKET names a bucket that .* nothing\.$/);
    expect(await faultOf({ FILES_S3_ENDPOINT: 'http://127.0.0.1:1' })).toMatch(
      /^FILES_S3_ENDPOINT cannot be used: 127\.0\.0\.1:1 can't be reached: /,
    );
    expect(await checkStorage(config)).toMatchObject([{ mark: 'good' }]);
    expect(await checkStorage({ ...config, FILES_S3_BUCKET: 'nothing' })).toMatchObject([{ mark: 'bad' }]);
    expect(await s3.list('hall/doctor/')).toEqual([]);
  });

  it('are backed up and restored, into a folder and into a store, and neither is overwritten', async () => {
    const { ctx } = test.app;
    const bytes = randomBytes(9 * MB);
    const path = await test.begin(bytes.length);
    await test.patch(path, 0, bytes);
    const unfinished = await test.begin(5 * MB);
    await test.patch(unfinished, 0, bytes.subarray(0, 3 * MB));
    const song = 'backed-up-audio-0123456789abcdef.mp3';
    mkdirSync(join(test.folder, 'music'), { recursive: true });
    writeFileSync(join(test.folder, 'song'), 'a song');
    await ctx.state.music.songs.add(join(test.folder, 'song'), song);
    const now = new Date();
    const row = {
      id: randomUUID(),
      videoId: 'backed-up',
      kind: 'audio',
      title: 'A title',
      file: song,
      bytes: 6,
    } as const;
    await ctx.db.insert(songs).values({ ...row, createdAt: now, usedAt: now });
    const { path: archive, missing } = await backUpTestApp(ctx);
    expect(missing).toEqual([]);
    const inFolder = await makeEmptyPlace();
    await restoreInto(inFolder.config, archive);
    const kept = join(inFolder.config.DATA_DIR, 'files/kept');
    expect(readFileSync(join(kept, idOf(path))).equals(bytes)).toBe(true);
    expect(readFileSync(join(inFolder.config.DATA_DIR, 'music', song), 'utf8')).toBe('a song');
    const inStore = await makeEmptyPlace({ ...s3.settings, FILES_S3_PREFIX: 'restored/' });
    await restoreInto(inStore.config, archive);
    expect((await s3.list('restored/files/blobs/')).map(idOf).toSorted()).toEqual(readdirSync(kept).toSorted());
    expect(await s3.list('restored/songs/')).toEqual([`restored/songs/${song}`]);
    const restored = createFilesState(inStore.config).blobs;
    const source = await restored.open(idOf(path));
    expect(source && (await readWhole(source)).equals(bytes)).toBe(true);
    expect(await restored.isAvailable()).toBe(true);
    const again = await makeEmptyPlace({ ...s3.settings, FILES_S3_PREFIX: 'restored/' });
    await expect(restoreInto(again.config, archive)).rejects.toThrow('The bucket community has files/');
    expect((await test.ask(unfinished, { method: 'DELETE' })).status).toBe(204);
    await ctx.db.delete(songs);
    await ctx.state.music.songs.remove(song);
  });

  it('share songs: each machine has copies only of those that it plays', async () => {
    const { ctx } = test.app;
    const jobs = join(test.folder, 'music/.jobs');
    mkdirSync(jobs, { recursive: true });
    writeFileSync(join(jobs, 'song.mp3'), 'a song');
    const info = { title: 'A title', duration: 3, channel: null, thumbnail: null } as never;
    const song = await storeSong(
      ctx,
      { videoId: 'shared', kind: 'audio' },
      { file: join(jobs, 'song.mp3'), extension: 'mp3', info },
      () => Promise.resolve(),
    );
    expect(readFileSync(song.path, 'utf8')).toBe('a song');
    const found = await findUsableSong(other.ctx, 'shared', 'audio');
    if (!found) throw new Error('The song is missing');
    expect([found.path.startsWith(otherFolder), existsSync(found.path)]).toEqual([true, false]);
    await fetchLocally(other.ctx, found);
    expect(readFileSync(found.path, 'utf8')).toBe('a song');
    await reconcileSongs(other.ctx);
    // Unused for a day there: the copy goes, the song stays.
    await removeUnusedSongs({ ...other.ctx, clock: () => new Date(Date.now() + 2 * dayMs) });
    expect([existsSync(found.path), (await s3.list('hall/songs/')).length]).toEqual([false, 1]);
    await removeUnusedSongs({ ...other.ctx, clock: () => new Date(Date.now() + 400 * dayMs) });
    expect(await s3.list('hall/songs/')).toEqual([]);
    expect(await findUsableSong(ctx, 'shared', 'audio')).toBeUndefined();
    rmSync(song.path, { force: true });
  });
});

it('wants all settings of the store, or none', () => {
  const settings = { FILES_S3_ENDPOINT: 'http://127.0.0.1:9', FILES_S3_BUCKET: 'community', FILES_S3_ACCESS_KEY: 'a' };
  expect(() => readConfig(settings, '/nowhere')).toThrow('FILES_S3_ENDPOINT needs FILES_S3_SECRET_KEY');
  expect(() => readConfig({ FILES_S3_BUCKET: 'not a bucket' }, '/nowhere')).toThrow('FILES_S3_BUCKET must be');
});
