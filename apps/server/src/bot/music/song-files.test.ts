import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { storeSong, findUsableSong } from '../../modules/music/downloads/songs.service.ts';
import { createTestApp } from '../../testing/test-app.ts';
import { createSongFiles } from './song-files.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'song-files-'));
const { ctx } = await createTestApp({ DATA_DIR: dataDir });
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

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

async function addSong(videoId: string): Promise<string> {
  const folder = join(dataDir, 'music', '.jobs');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'song.mp3');
  writeFileSync(file, 'sound');
  const downloaded = { file, extension: 'mp3', info };
  return (await storeSong(ctx, { videoId, kind: 'audio' }, downloaded, () => Promise.resolve())).path;
}

it('fetches a song again whose file was removed before its turn', async () => {
  const files = createSongFiles(ctx, 60_000, () => {});
  const early = await addSong('waiting');
  files.prefetch('waiting');
  await vi.waitFor(() => expect(files.get('waiting')).toMatchObject({ path: early }));
  rmSync(early);
  expect(await findUsableSong(ctx, 'waiting', 'audio')).toBeUndefined();
  const late = await addSong('waiting');
  await vi.waitFor(() => expect(files.get('waiting')).toMatchObject({ path: late }));
  files.cancelExcept([]);
});
