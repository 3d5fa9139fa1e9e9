import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { createTestApp } from '../../../testing/test-app.ts';
import { listJobFolders, makeJobFolder } from './song-files.ts';
import { storeSong, removeUnusedSongs, countSongs, reconcileSongs, findUsableSong } from './songs.service.ts';
import * as store from './songs.store.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'songs-'));
const app = await createTestApp({ DATA_DIR: dataDir, MUSIC_QUOTA_MB: '1', MUSIC_KEEP_DAYS: '30' });
const { ctx } = app;
const music = join(dataDir, 'music');
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

mkdirSync(join(music, '.jobs'), { recursive: true });
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const files = () => readdirSync(music).filter((name) => name !== '.jobs');
const info = {
  siteId: null,
  title: 'A title',
  duration: 3,
  channel: null,
  thumbnail: null,
  formatId: null,
  isLive: false,
  address: null,
  extractor: null,
};

async function add(videoId: string, bytes = 10, then = () => Promise.resolve()) {
  const file = join(music, '.jobs', 'song.mp3');
  writeFileSync(file, Buffer.alloc(bytes));
  return storeSong(ctx, { videoId, kind: 'audio' }, { file, extension: 'mp3', info }, then);
}

it('stores a file and its row together, or neither', async () => {
  const song = await add('stored');
  expect(existsSync(song.path)).toBe(true);
  expect(await findUsableSong(ctx, 'stored', 'audio')).toEqual(song);
  expect(await findUsableSong(ctx, 'stored', 'video')).toBeUndefined();
  const before = files();
  await expect(add('broken', 10, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(files()).toEqual(before);
  expect(await findUsableSong(ctx, 'broken', 'audio')).toBeUndefined();
});

it('stores the first of two that were downloaded at the same time', async () => {
  const first = await add('twice');
  const before = files();
  expect((await add('twice')).path).toBe(first.path);
  expect(files()).toEqual(before);
});

it('reconciles files and rows, and does not touch other files', async () => {
  const lost = await add('lost');
  rmSync(lost.path);
  const stray = 'stray-audio-0123456789abcdef.mp3';
  for (const name of [stray, 'notes.txt', 'my-own-song.mp3']) writeFileSync(join(music, name), 'x');
  const { songs } = await countSongs(ctx);
  await reconcileSongs(ctx);
  expect((await countSongs(ctx)).songs).toBe(songs - 1);
  expect(files()).toContain(stray);
  app.passMs(11 * minuteMs);
  await reconcileSongs(ctx);
  expect(files()).not.toContain(stray);
  expect(files()).toEqual(expect.arrayContaining(['notes.txt', 'my-own-song.mp3']));
  for (const name of ['notes.txt', 'my-own-song.mp3']) rmSync(join(music, name));
});

it('does not remove a song that is stored during the reconciliation', async () => {
  const listed = store.listFiles;
  const look = vi.spyOn(store, 'listFiles').mockImplementationOnce(async (db) => {
    await add('meanwhile');
    return listed(db);
  });
  await reconcileSongs(ctx);
  expect(look).toHaveBeenCalledOnce();
  expect(await findUsableSong(ctx, 'meanwhile', 'audio')).toBeDefined();
});

it('judges whether a job folder is orphaned by its last change', async () => {
  const now = new Date();
  const [old, young] = [await makeJobFolder(ctx.config, 'other'), await makeJobFolder(ctx.config, 'other')];
  utimesSync(old, now, new Date(now.getTime() - 2 * dayMs));
  const limits = { startedAt: now, oldBefore: new Date(now.getTime() - dayMs) };
  expect(await listJobFolders(ctx.config, 'mine', limits)).toEqual([old]);
  for (const folder of [old, young]) rmSync(folder, { recursive: true });
});

it('does not remove songs whose drive is not mounted', async () => {
  const before = await countSongs(ctx);
  const elsewhere = { ...ctx, config: { ...ctx.config, MUSIC_DIR: join(dataDir, 'not-mounted') } };
  await reconcileSongs(elsewhere);
  expect(await countSongs(ctx)).toEqual(before);
});

it('forgets a row whose file someone took away, when it is wanted', async () => {
  const song = await add('taken');
  rmSync(song.path);
  expect(await findUsableSong(ctx, 'taken', 'audio')).toBeUndefined();
  expect((await countSongs(ctx)).songs).toBe(files().length);
});

it('clears away what is old, then what is too much, but nothing that is in use', async () => {
  await add('old');
  app.passMs(31 * dayMs);
  await add('big-1', 400_000);
  app.passMs(minuteMs);
  await add('big-2', 400_000);
  app.passMs(minuteMs);
  await add('big-3', 400_000);
  app.passMs(minuteMs);
  await removeUnusedSongs(ctx);
  expect(names()).toEqual(['big-1', 'big-2', 'big-3']);
  app.passMs(15 * minuteMs);
  await findUsableSong(ctx, 'big-1', 'audio');
  await removeUnusedSongs(ctx);
  expect(names()).toEqual(['big-1', 'big-3']);
  expect(await countSongs(ctx)).toEqual({ songs: 2, bytes: 800_000 });
});

const names = () =>
  files()
    .map((name) => name.replace(/-audio-.*/, ''))
    .toSorted();
