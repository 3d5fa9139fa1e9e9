import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { roles } from '@tribehall/contract';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { createTestApp } from '../../../testing/test-app.ts';
import { createTestUser } from '../../../testing/test-users.ts';
import { guild, musicCalls, startMusicTest } from '../music.fixture.ts';
import { readTool } from './tool.service.ts';
import { isAtLeast } from './tool-version.ts';
import type { WorkProgress } from '../downloads/work.service.ts';

const music = await startMusicTest();
const { site } = music;
const folder = mkdtempSync(join(tmpdir(), 'tool-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A stand-in for yt-dlp that knows its version and updates. */
function writeTool(name: string, script: string): string {
  const path = join(folder, name);
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
  return path;
}

const versionCase = (version: string) => `case "$*" in *--version*) echo ${version}; exit 0;; esac`;

const asked = () => site.requests.filter((line) => line.includes('/releases/latest')).length;

describe('the versions', () => {
  it('are those of the real program and of the newest release, asked once', async () => {
    const { ctx } = music.app;
    await vi.waitFor(async () => {
      expect(await readTool(ctx)).toMatchObject({ versionLocal: '2023.03.04', versionRemote: '2023.03.04' });
    }, 10_000);
    await readTool(ctx);
    expect(asked()).toBe(1);
    music.app.passMs(3 * 60 * 60 * 1000);
    expect((await readTool(ctx)).versionRemote).toBe('2023.03.04');
    expect(asked()).toBe(2);
    expect((await readTool(ctx)).warnings.join(' ')).toContain('known security holes');
  });

  it('are compared by number', () => {
    expect(isAtLeast('2026.10.26', '2026.7.4')).toBe(true);
    expect(isAtLeast('2026.07.03', '2026.07.04')).toBe(false);
    expect(isAtLeast('2026.07.04.232947', '2026.07.04')).toBe(true);
    expect(isAtLeast('2025.11.12', '2025.11.12')).toBe(true);
  });

  it('of an old program come with a warning, of a new one with none', async () => {
    const YTDLP_PATH = writeTool('aged', versionCase('2026.07.10'));
    const { ctx, passMs } = await createTestApp({ ...site.settings, YTDLP_PATH, YTDLP_JS_RUNTIME: 'deno' });
    passMs(Date.UTC(2026, 8, 1) - ctx.clock().getTime());
    await vi.waitFor(async () => expect((await readTool(ctx)).versionLocal).toBe('2026.07.10'));
    expect((await readTool(ctx)).warnings).toEqual([]);
    passMs(30 * 24 * 60 * 60 * 1000);
    expect((await readTool(ctx)).warnings).toEqual([expect.stringContaining('yt-dlp 2026.07.10 is 83 days old')]);
  });
});

it('names the program that is missing and how to get it, and does the rest', async () => {
  const app = await createTestApp({
    ...site.settings,
    GUILD_ID: guild,
    DATA_DIR: join(folder, 'poor'),
    YTDLP_PATH: '/nowhere/yt-dlp',
    FFMPEG_PATH: '/nowhere/ffmpeg',
  });
  const user = await createTestUser(app, { guilds: [guild] });
  const { download, search, call } = musicCalls(app);
  for (const reply of [await download(user, 'DodoSunrise'), await search(user, 'dodo')]) {
    expect(reply).toMatchObject({ status: 503, code: 'TOOL_MISSING' });
    expect(reply.error).toMatch(/yt-dlp is not installed.*apt-get install yt-dlp.*YTDLP_PATH/);
  }
  const { versionLocal, warnings } = await readTool(app.ctx);
  expect(versionLocal).toBeNull();
  expect(warnings).toEqual(
    expect.arrayContaining([expect.stringContaining('yt-dlp is not'), expect.stringContaining('ffmpeg is not')]),
  );
  expect((await call(user, 'GET', '/downloads')).status).toBe(200);
});

const startUpdates = async (settings: Record<string, string>) => {
  const app = await createTestApp({
    ...site.settings,
    GUILD_ID: guild,
    DATA_DIR: mkdtempSync(join(folder, 'data-')),
    ...settings,
  });
  const admin = await createTestUser(app, { guilds: [guild], roles: [roles.Admin] });
  const { call } = musicCalls(app);
  const begin = () => call<{ eventId: string }>(admin, 'POST', '/update');
  const read = async (eventId: string) => {
    const stream = await app.http.inject({ url: `/api/events/${eventId}`, headers: admin.headers });
    const lines = stream.body.split('\n').filter((line) => line.startsWith('data: '));
    const events = lines.map((line) => JSON.parse(line.slice(6)) as { event: string; data: WorkProgress });
    return events.findLast(({ event }) => event !== 'close')?.data;
  };
  return { app, admin, begin, read };
};

describe('an update', () => {
  it('replaces the program, publishes its output, and is audited', async () => {
    const tool = writeTool(
      'good',
      `${versionCase('2026.07.10')}\necho "Updating $1"; sed -i s/2026.07.10/2026.10.26/ "$0"; echo done`,
    );
    const { app, begin, read, admin } = await startUpdates({ YTDLP_PATH: tool });
    const { data } = await begin();
    const end = await read(data.eventId);
    expect(end).toMatchObject({ isLoading: false, message: 'yt-dlp was updated to 2026.10.26.' });
    expect(end?.log).toEqual(['Installed: yt-dlp 2026.07.10', 'Updating -U', 'done', 'Installed: yt-dlp 2026.10.26']);
    expect((await readTool(app.ctx)).versionLocal).toBe('2026.10.26');
    const owner = await createTestUser(app, { roles: [roles.Owner] });
    const audit = await app.http.inject({ url: '/api/audit', headers: owner.headers });
    expect(audit.json<{ data: { entries: object[] } }>().data.entries.slice(0, 2)).toMatchObject([
      { action: 'music.update', actor: admin.username, outcome: 'yt-dlp was updated to 2026.10.26.' },
      { action: 'music.update', actor: admin.username, outcome: 'started' },
    ]);
  });

  it('restores the previous program where the new one does not start', async () => {
    const tool = writeTool('bad', `${versionCase('2026.07.10')}\nprintf '#!/bin/sh\\nexit 1\\n' > "$0"; echo broken`);
    const before = readFileSync(tool, 'utf8');
    const { app, begin, read } = await startUpdates({ YTDLP_PATH: tool });
    const end = await read((await begin()).data.eventId);
    expect(end).toMatchObject({
      isLoading: false,
      error: 'The new yt-dlp does not start. The previous version was restored.',
    });
    expect(readFileSync(tool, 'utf8')).toBe(before);
    expect((await readTool(app.ctx)).versionLocal).toBe('2026.07.10');
    expect(existsSync(join(app.ctx.config.DATA_DIR, 'yt-dlp.before'))).toBe(false);
  });

  it.each([
    [
      'You installed yt-dlp from Debian; use that to update',
      /^yt-dlp was installed by a package manager, which has to update it\. Debian's testing release .* set YTDLP_PATH/,
    ],
    [
      'Unable to obtain version info (<urlopen error [Errno -2] Name or service not known>)',
      /^The update could not reach GitHub, so nothing was changed\. Try again later\. Debian's testing release .* YTDLP_PATH/,
    ],
    ['Something else', /^The update failed\. See its output for details\.$/],
  ])('says what happened and what else to do where yt-dlp prints %j', async (printed, sentence) => {
    const tool = writeTool('hint', `${versionCase('2026.07.10')}\necho "ERROR: ${printed}" >&2; exit 100`);
    const { begin, read } = await startUpdates({ YTDLP_PATH: tool });
    const end = await read((await begin()).data.eventId);
    expect(end).toMatchObject({ isLoading: false, error: expect.stringMatching(sentence) as string });
  });

  it('runs one at a time, and only for admins of the guild', async () => {
    const tool = writeTool('slow', `${versionCase('2026.07.10')}\nwhile [ ! -e "${folder}/go" ]; do sleep 0.1; done`);
    const { app, begin, read } = await startUpdates({ YTDLP_UPDATE: `${tool}, --pre`, YTDLP_PATH: tool });
    const member = await createTestUser(app, { guilds: [guild] });
    expect((await musicCalls(app).call(member, 'POST', '/update')).status).toBe(403);
    const [first, second] = await Promise.all([begin(), begin()]);
    expect([first.status, second.status].toSorted((a, b) => a - b)).toEqual([200, 409]);
    writeFileSync(join(folder, 'go'), '');
    const { data } = first.status === 200 ? first : second;
    expect(await read(data.eventId)).toMatchObject({ message: 'yt-dlp 2026.07.10 is already the latest version.' });
    expect((await begin()).status).toBe(200);
  });
});
