import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { databaseVersions } from '../../db/tables/databases.table.ts';
import { mountSmallDrive } from '../../testing/small-drive.ts';
import { startDatabasesTest, type DatabasesTest } from './databases.fixture.ts';

/** Nothing of the refused save is there, neither now nor after the next one. */
async function expectUntouched(test: DatabasesTest, file: string, before: string): Promise<void> {
  expect(test.content(file)).toBe(before);
  expect(readdirSync(test.root).filter((name) => name.startsWith('.'))).toEqual([]);
  const { db } = test.app.ctx;
  expect(await db.select().from(databaseVersions).where(eq(databaseVersions.state, 'pending'))).toEqual([]);
  expect((await test.save(file, { text: '"next"' })).status).toBe(200);
  expect(test.content(file)).toBe('"next"');
  const kinds = (await test.versions(file)).map(({ kind }) => kind);
  expect(kinds).toEqual(['saved', 'found']);
}

const drive = mountSmallDrive(4);

describe.runIf(drive)('a full drive (needs to be root to mount one)', async () => {
  const test = await startDatabasesTest({ DATABASES_DIR: drive ?? '' });

  it('ends a write with 507, preserves the old file and nothing else, and continues once there is free space', async () => {
    const before = '{"old": 1}';
    test.put('full.json', before);
    writeFileSync(join(drive ?? '', 'filler'), Buffer.alloc(3_000_000));
    const text = JSON.stringify('x'.repeat(2_000_000));
    const full = await test.save('full.json', { text });
    expect([full.status, full.code]).toEqual([507, 'STORAGE_FULL']);
    rmSync(join(drive ?? '', 'filler'));
    await expectUntouched(test, 'full.json', before);
    expect((await test.save('full.json', { text })).status).toBe(200);
  });
});

describe('a drive that fails', async () => {
  const test = await startDatabasesTest();
  const probe = await open(tmpdir());
  const handles = Object.getPrototypeOf(probe) as FileHandle;
  await probe.close();
  afterEach(() => vi.restoreAllMocks());
  const failing = Object.assign(new Error('EIO: i/o error, fsync'), { code: 'EIO', syscall: 'fsync' });

  it.each([
    ['of the new file', 0],
    ['of its folder', 1],
  ])('ends a write with 503 if the flush %s fails, and preserves the old file', async (_, at) => {
    const [file, before] = [`flush-${at}.json`, '{"old": 1}'];
    test.put(file, before);
    const sync = vi.spyOn(handles, 'sync');
    for (let call = 0; call < at; call += 1) sync.mockResolvedValueOnce(undefined);
    sync.mockRejectedValueOnce(failing);
    const failed = await test.save(file, { text: '{"new": 1}' });
    expect([failed.status, failed.code]).toEqual([503, 'UNAVAILABLE']);
    expect(sync.mock.calls.length).toBeGreaterThan(at);
    await expectUntouched(test, file, before);
  });

  it('ends a save with 503 where nothing can be written', async () => {
    test.put('write.json', '{"old": 1}');
    vi.spyOn(handles, 'writev').mockRejectedValueOnce(Object.assign(failing, { syscall: 'write' }));
    expect((await test.save('write.json', { text: '{}' })).status).toBe(503);
    await expectUntouched(test, 'write.json', '{"old": 1}');
  });

  it('reports it to an Owner in plain words, and to the operator in the log', async () => {
    test.put('words.json', '{}');
    vi.spyOn(handles, 'writev').mockRejectedValueOnce(failing);
    expect((await test.save('words.json', { text: '[]' })).error).toBe(
      'The drive with the databases is not working. Please tell the operator.',
    );
    expect(test.app.logged.some((line) => line.includes('EIO') && line.includes('words.json'))).toBe(true);
  });
});
