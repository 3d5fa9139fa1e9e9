import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { expect, inject, it } from 'vitest';
import { buildApp } from '../../app.ts';
import { restarted } from '../../testing/test-app.ts';
import type { DbConnection } from '../../db/db.ts';
import { files, uploads } from '../../db/tables/files.table.ts';
import { bundleDoomedPortal, inOrder, killStep, type DoomedPortal } from './kill-process.fixture.ts';
import { formOf, formType } from './forms/multipart.fixture.ts';
import { callsTo, hashOf, idOf, listen, startUploadsTest } from './uploads/uploads.fixture.ts';

const test = await startUploadsTest();
const { app, admin, folder } = test;
const { db, config } = app.ctx;
const doomed = await bundleDoomedPortal();

const { rows } = await db.execute<{ name: string }>(sql`select current_database() as name`);
const connection: DbConnection = { ...inject('database'), database: rows[0]?.name ?? '' };
const settings = {
  TRIBEHALL_WORLD: 'off',
  DATA_DIR: folder,
  FILES_KEEP_FREE_MB: '0',
  SECRET_KEY: config.SECRET_KEY ?? '',
};

/** What was acknowledged to a client before the portal died: stored files, uploads with the number of flushed bytes. */
type Acknowledged = { files: Map<string, Buffer>; uploads: Map<string, number> };
type Scenario = {
  isArmed?: boolean;
  prepare?: () => Promise<void>;
  play: (portal: DoomedPortal, acknowledged: Acknowledged) => Promise<void>;
};

const bytes = randomBytes(100_000);

/** Kills the portal before one operation after the other, until it completes; returns the operations of that last run. */
async function killEverywhere({ isArmed = false, prepare, play }: Scenario): Promise<string[]> {
  for (let at = 0; ; at += killStep) {
    await prepare?.();
    const portal = await doomed.run({ connection, settings, at, isArmed });
    const acknowledged: Acknowledged = { files: new Map(), uploads: new Map() };
    if (!isArmed) await portal.arm();
    const [played] = await Promise.allSettled([play(portal, acknowledged)]);
    if (portal.url !== undefined) portal.end();
    const ended = await portal.ended;
    await checkAfterRestart(acknowledged);
    if (ended === 'killed') continue;
    expect(played).toEqual({ status: 'fulfilled', value: undefined });
    return portal.did;
  }
}

/** A portal that starts after the crash: nothing is half there, nothing acknowledged is lost, nothing is orphaned. */
async function checkAfterRestart(acknowledged: Acknowledged): Promise<void> {
  const again = buildApp(restarted(app.ctx, { ...config }), '/nowhere');
  await again.http.ready();
  const [listed, unfinished] = [await db.select().from(files), await db.select().from(uploads)];
  expect(test.stored()).toEqual(listed.map(({ id }) => id).toSorted());
  const waiting = unfinished.map(({ id }) => id);
  expect(test.parts().filter((name) => !waiting.includes(name))).toEqual([]);
  for (const { id, size, hash } of listed) {
    const content = test.content(id);
    expect([content.length, hashOf(content)]).toEqual([size, hash]);
  }
  for (const [id, content] of acknowledged.files) expect(test.content(id).equals(content)).toBe(true);
  const calls = callsTo(await listen(again), '', admin);
  for (const [id, received] of acknowledged.uploads) {
    const path = `/files/uploads/${id}`;
    const offset = Number((await calls.ask(path, { method: 'HEAD' })).headers['upload-offset']);
    expect(offset).toBeGreaterThanOrEqual(received);
    expect((await calls.patch(path, offset, bytes.subarray(offset))).status).toBe(204);
    expect(test.content(id).equals(bytes)).toBe(true);
  }
  await again.http.close();
}

/** The first move away of a part, and what came before and after it. */
function around(did: string[]): { before: string[]; after: string[] } {
  const at = did.findIndex((line) => line.startsWith('rename'));
  expect(at).toBeGreaterThan(0);
  return { before: did.slice(0, at), after: did.slice(at + 1) };
}

it('loses nothing of an upload by tus, whenever the portal is killed', async () => {
  const did = await killEverywhere({
    play: async ({ url = '' }, acknowledged) => {
      const calls = callsTo(url, '', admin);
      const path = await calls.begin(bytes.length);
      const id = idOf(path);
      acknowledged.uploads.set(id, 0);
      for (const [from, to] of [
        [0, 40_000],
        [40_000, bytes.length],
      ] as const) {
        const { status, headers } = await calls.patch(path, from, bytes.subarray(from, to));
        expect(status).toBe(204);
        acknowledged.uploads.set(id, Number(headers['upload-offset']));
      }
      acknowledged.files.set(id, bytes);
    },
  });
  const operations = 'create writev datasync sync update commit writev datasync update';
  expect(inOrder(did, operations)).toBe(operations);
  const { before, after } = around(did);
  const part = /^\/files\/parts\/[0-9a-f-]{36}$/;
  expect(before.some((line) => line.startsWith('sync ') && part.test(line.slice(5)))).toBe(true);
  expect(before).toContain('sync /files/parts');
  expect(after).toContain('sync /files/kept');
}, 300_000);

it('stores all files of a form or none, whenever the portal is killed', async () => {
  const contents = [bytes, Buffer.alloc(0)];
  const body = formOf(contents.map((value, index) => ({ fileName: `${index}.bin`, value })));
  const before = (await db.select().from(files)).length;
  const did = await killEverywhere({
    play: async ({ url = '' }, acknowledged) => {
      const { status, data } = await callsTo(url, '', admin).ask('/files', { method: 'POST', headers: formType, body });
      expect(status).toBe(200);
      (data as { fileId: string }[]).forEach(({ fileId }, index) =>
        acknowledged.files.set(fileId, contents[index] ?? bytes),
      );
    },
  });
  expect(((await db.select().from(files)).length - before) % contents.length).toBe(0);
  const moves = around(did);
  expect(moves.before.filter((line) => line.startsWith('sync /files/parts/form-'))).toHaveLength(contents.length);
  expect(moves.before).toContain('sync /files/parts');
  expect(moves.after).toContain('sync /files/kept');
}, 300_000);

it('finishes an upload that lacks nothing else, whenever the portal is killed at its start', async () => {
  let id = '';
  const did = await killEverywhere({
    isArmed: true,
    prepare: async () => {
      const path = await test.begin(bytes.length);
      id = idOf(path);
      await test.patch(path, 0, bytes.subarray(0, 1));
      writeFileSync(join(folder, 'files/parts', id), bytes);
      await db.update(uploads).set({ received: bytes.length }).where(eq(uploads.id, id));
    },
    play: async ({ url }, acknowledged) => {
      if (url) acknowledged.files.set(id, bytes);
    },
  });
  expect(around(did).after).toContain('sync /files/kept');
  const rows = await db.select().from(files).where(eq(files.id, id));
  expect(rows).toMatchObject([{ size: bytes.length, hash: hashOf(bytes) }]);
}, 300_000);
