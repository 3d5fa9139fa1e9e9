import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { postForm } from './forms/multipart.fixture.ts';
import { bytesType, idOf, metadata, startUploadsTest } from './uploads/uploads.fixture.ts';
import { lockQuota } from './uploads/uploads.store.ts';

const named = { 'upload-metadata': metadata({ filename: 'a.bin', visibility: 'public' }) };

describe('a quota of 10 MB', async () => {
  const test = await startUploadsTest({ FILES_QUOTA_MB: '10', FILES_MAX_MB: '5' });
  const create = (size: number) =>
    test.ask('/files/uploads', { method: 'POST', headers: { ...named, 'upload-length': size } });

  it('is not exceeded by fifty that come at once', async () => {
    const replies = await Promise.all(Array.from({ length: 50 }, () => create(900_000)));
    const statuses = replies.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(11);
    expect(replies.filter(({ code }) => code === 'STORAGE_FULL')).toHaveLength(39);
    expect((await create(100_001)).status).toBe(507);
    expect((await create(100_000)).status).toBe(201);
  });

  it('leaves the database to others while many wait for quota', async () => {
    const { db } = test.app.ctx;
    const creations = await db.transaction(async (tx) => {
      await lockQuota(tx);
      const asked = Array.from({ length: 30 }, () => create(900_000));
      const waiting = `select count(*)::int as n from pg_locks where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`;
      await expect.poll(async () => (await tx.execute(waiting)).rows).toEqual([{ n: 1 }]);
      for (let round = 0; round < 5; round += 1) expect((await test.list()).length).toBe(0);
      expect((await tx.execute(waiting)).rows).toEqual([{ n: 1 }]);
      return asked;
    });
    expect((await Promise.all(creations)).every(({ status }) => status === 507)).toBe(true);
  });

  it('counts what is promised for forms, too, until it is given up', async () => {
    const parts = [{ fileName: 'a.bin', value: randomBytes(2_000_000) }];
    expect((await postForm(test, parts)).status).toBe(507);
    const { data } = await test.ask('/files/uploads', { method: 'GET' });
    for (const { uploadId } of data as { uploadId: string }[])
      expect((await test.ask(`/files/uploads/${uploadId}`, { method: 'DELETE' })).status).toBe(204);
    const replies = await Promise.all(Array.from({ length: 12 }, () => postForm(test, parts)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(replies.filter(({ status }) => status === 507)).toHaveLength(7);
    expect(test.parts()).toEqual([]);
    expect(test.stored()).toHaveLength(5);
  });
});

describe('a drive that has less free space than it should', async () => {
  const test = await startUploadsTest({ FILES_KEEP_FREE_MB: '99999999' });

  it('takes nothing', async () => {
    const reply = await test.ask('/files/uploads', { method: 'POST', headers: { ...named, 'upload-length': 1 } });
    expect([reply.status, reply.code]).toEqual([507, 'STORAGE_FULL']);
    expect((await postForm(test, [{ fileName: 'a', value: 'x' }])).status).toBe(507);
  });
});

const drive = mountSmallDrive(8);

describe.runIf(drive)('a drive of 8 MB that others fill meanwhile (needs to be root to mount one)', async () => {
  const test = await startUploadsTest({ FILES_DIR: join(drive ?? '', 'files'), FILES_KEEP_FREE_MB: '0' });
  const fillUp = () => writeFileSync(join(drive ?? '', 'filler'), Buffer.alloc(5_500_000));
  const clear = () => rmSync(join(drive ?? '', 'filler'), { force: true });

  it('ends an upload with 507, preserves what was flushed, and continues once there is free space again', async () => {
    const bytes = randomBytes(6_000_000);
    const path = await test.begin(bytes.length);
    await test.patch(path, 0, bytes.subarray(0, 1_000_000));
    fillUp();
    const full = await test.patch(path, 1_000_000, bytes.subarray(1_000_000));
    expect([full.status, full.code]).toEqual([507, 'STORAGE_FULL']);
    expect(await test.list()).toEqual([]);
    const received = Number((await test.ask(path, { method: 'HEAD' })).headers['upload-offset']);
    expect(received).toBeGreaterThanOrEqual(1_000_000);
    clear();
    expect((await test.patch(path, received, bytes.subarray(received))).status).toBe(204);
    expect(test.content(idOf(path)).equals(bytes)).toBe(true);
    expect((await test.ask(`/files/${idOf(path)}`, { method: 'DELETE' })).status).toBe(200);
    rmSync(join(drive ?? '', 'files/kept', idOf(path)));
  });

  it('ends a form with 507 and leaves nothing of it', async () => {
    const parts = [
      { fileName: 'small', value: randomBytes(100_000) },
      { fileName: 'large', value: randomBytes(4_000_000) },
    ];
    const { request, reply } = test.start('/files', {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=x', 'transfer-encoding': 'chunked' },
    });
    request.write('--x\r\nContent-Disposition: form-data; name="files"; filename="large"\r\n\r\nThe beginning.');
    await expect.poll(() => test.parts()).toHaveLength(1);
    fillUp();
    request.end(Buffer.concat([randomBytes(4_000_000), Buffer.from('\r\n--x--\r\n')]));
    expect((await reply).status).toBe(507);
    expect(test.parts()).toEqual([]);
    expect((await postForm(test, parts)).status).toBe(507);
    expect([test.parts(), test.stored()]).toEqual([[], []]);
    clear();
    expect((await postForm(test, parts)).status).toBe(200);
  });

  it('refuses a creation that the drive has no free space for', async () => {
    const headers = { ...named, ...bytesType, 'upload-length': 9_000_000 };
    expect((await test.ask('/files/uploads', { method: 'POST', headers })).status).toBe(507);
  });
});

function mountSmallDrive(megabytes: number): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'tribehall-drive-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { stdio: 'pipe' });
  } catch {
    rmSync(folder, { recursive: true });
    return undefined;
  }
  afterAll(() => {
    execFileSync('umount', ['-l', folder]);
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}
