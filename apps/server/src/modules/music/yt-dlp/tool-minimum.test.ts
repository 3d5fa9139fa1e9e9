import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { roles } from '@tribehall/contract';
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createTestUser, type TestUser } from '../../../testing/test-users.ts';
import { guild, musicCalls } from '../music.fixture.ts';
import { readTool } from './tool.service.ts';

const folder = mkdtempSync(join(tmpdir(), 'minimum-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A program that says this version, notes how it was run, and finds nothing. `-U` makes it the newest. */
const script = (version: string, notes = '/dev/null') => `#!/bin/sh
echo "$@" >> ${notes}
case "$*" in
  *--version*) echo ${version};;
  -U) sed -i 's/${version}/2026.10.26/' "$0";;
  *) echo '{"entries":[]}';;
esac
`;

function writeTool(path: string, text: string): void {
  writeFileSync(path, text);
  chmodSync(path, 0o755);
}

async function startApp(settings: Record<string, string>) {
  const DATA_DIR = mkdtempSync(join(folder, 'data-'));
  const app = await createTestApp({ DATA_DIR, GUILD_ID: guild, YTDLP_RELEASE_URL: 'http://127.0.0.1:9/', ...settings });
  app.ctx.bus.respond('bot.voice', () => Promise.resolve({ channel: { id: '31', name: 'Lounge' } }));
  return { app, DATA_DIR, admin: await createTestUser(app, { guilds: [guild], roles: [roles.Admin] }) };
}

/** Everything that needs yt-dlp. */
function attempts(app: TestApp, user: TestUser) {
  const { call, download, search } = musicCalls(app);
  return {
    search: () => search(user, `dodo ${Math.random()}`),
    video: () => call(user, 'GET', '/videos/dQw4w9WgXcQ'),
    download: () => download(user, 'dQw4w9WgXcQ'),
    song: () => call(user, 'POST', '', { videoId: 'dQw4w9WgXcQ' }),
  };
}

async function update(app: TestApp, admin: TestUser) {
  const { data } = await musicCalls(app).call<{ eventId: string }>(admin, 'POST', '/update');
  const stream = await app.http.inject({ url: `/api/events/${data.eventId}`, headers: admin.headers });
  const lines = stream.body
    .split('\n')
    .filter((line) => line.startsWith('data: ') && line.includes('isLoading":false'));
  return (JSON.parse(lines.at(-1)?.slice(6) ?? '{}') as { data?: { message?: string; error?: string } }).data;
}

describe('an outdated yt-dlp', () => {
  it('is not used for anything, and says what to do; once updated, everything works', async () => {
    const [YTDLP_PATH, notes] = [join(folder, 'old'), join(folder, 'notes')];
    writeTool(YTDLP_PATH, script('2026.07.03', notes));
    const { app, admin } = await startApp({ YTDLP_PATH });
    for (const [name, attempt] of Object.entries(attempts(app, admin))) {
      const reply = await attempt();
      expect(reply, name).toMatchObject({ status: 503, code: 'TOOL_OUTDATED' });
      expect(reply.error, name).toMatch(
        /^yt-dlp 2026\.07\.03 is older than 2026\.07\.04, .* Press Update on the bot dashb/,
      );
      expect(reply.details).toEqual({ program: 'yt-dlp', version: '2026.07.03', oldest: '2026.07.04' });
    }
    expect(new Set(readFileSync(notes, 'utf8').trim().split('\n'))).toEqual(new Set(['--ignore-config --version']));
    expect((await readTool(app.ctx)).warnings).toContainEqual(expect.stringMatching(/is older than .* it is not used/));
    expect(app.logged.filter((line) => line.includes('is older than'))).toHaveLength(1);

    expect(await update(app, admin)).toMatchObject({ message: 'yt-dlp was updated to 2026.10.26.' });
    expect(await attempts(app, admin).search()).toMatchObject({ status: 200, data: [] });
    expect((await attempts(app, admin).download()).status).toBe(200);
    expect((await readTool(app.ctx)).warnings.join(' ')).not.toContain('is older than');
  });

  it('is noticed when it is replaced by hand, in both directions', async () => {
    const YTDLP_PATH = join(folder, 'swapped');
    writeTool(YTDLP_PATH, script('2023.03.04'));
    const { app, admin } = await startApp({ YTDLP_PATH });
    const { search } = attempts(app, admin);
    expect((await search()).code).toBe('TOOL_OUTDATED');
    writeTool(YTDLP_PATH, script('2026.07.04.232947'));
    expect((await search()).status).toBe(200);
    writeTool(YTDLP_PATH, script('2025.12.31'));
    expect((await search()).error).toContain('yt-dlp 2025.12.31 is older');
    writeTool(YTDLP_PATH, '#!/bin/sh\nexit 1\n');
    expect(await search()).toMatchObject({ status: 503, error: expect.stringContaining('does not start') as string });
  });

  it('may read videos of this machine only: those of the demo', async () => {
    const YTDLP_PATH = join(folder, 'demo');
    writeTool(YTDLP_PATH, script('2023.03.04'));
    const local = await startApp({ YTDLP_PATH, MUSIC_HOSTS: '127.0.0.1:8099, localhost:1' });
    expect((await attempts(local.app, local.admin).search()).status).toBe(200);
    const mixed = await startApp({ YTDLP_PATH, MUSIC_HOSTS: '127.0.0.1:8099, video.example' });
    expect((await attempts(mixed.app, mixed.admin).search()).code).toBe('TOOL_OUTDATED');
  });
});

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** A page of releases, as GitHub's. */
async function startReleases(file: string, digest: string | null = `sha256:${sha256(file)}`, host?: string) {
  const server = createServer((request, response) => {
    const origin = host ?? `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const assets = [
      { name: 'yt-dlp.exe', browser_download_url: `${origin}/other`, digest: `sha256:${'0'.repeat(64)}` },
      { name: 'yt-dlp', browser_download_url: `${origin}/file`, digest },
    ];
    response.end(request.url === '/file' ? file : JSON.stringify({ tag_name: '2026.10.26', assets }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/latest`;
}

/** As on a fresh machine: what is in PATH belongs to the package manager. */
function packaged(version: string): void {
  const bin = mkdtempSync(join(folder, 'bin-'));
  writeTool(join(bin, 'yt-dlp'), script(version));
  vi.stubEnv('PATH', `${bin}:${process.env['PATH']}`);
  onTestFinished(() => void vi.unstubAllEnvs());
}

describe('the release', () => {
  const newest = script('2026.10.26');

  it('is installed where there is no yt-dlp at all', async () => {
    vi.stubEnv('PATH', mkdtempSync(join(folder, 'empty-')));
    onTestFinished(() => void vi.unstubAllEnvs());
    const { app, admin } = await startApp({ YTDLP_RELEASE_URL: await startReleases(newest) });
    expect((await attempts(app, admin).search()).error).toMatch(/not installed on the host\. Press Update/);
    expect(await update(app, admin)).toMatchObject({ message: 'yt-dlp was updated to 2026.10.26.' });
    expect((await attempts(app, admin).search()).status).toBe(200);
  });

  it('is put into the data folder by an update, goes before the package, and is used at once', async () => {
    packaged('2023.03.04');
    const { app, admin, DATA_DIR } = await startApp({ YTDLP_RELEASE_URL: await startReleases(newest) });
    expect((await attempts(app, admin).search()).code).toBe('TOOL_OUTDATED');
    expect(await update(app, admin)).toMatchObject({ message: 'yt-dlp was updated to 2026.10.26.' });
    expect(readFileSync(join(DATA_DIR, 'bin/yt-dlp'), 'utf8')).toBe(newest);
    expect((await attempts(app, admin).search()).status).toBe(200);
    expect(await update(app, admin)).toMatchObject({ message: 'yt-dlp 2026.10.26 is already the latest version.' });
    expect(readdirSync(join(DATA_DIR, 'bin'))).toEqual(['yt-dlp']);
  });

  it.each([
    ['has another checksum', newest, `sha256:${'0'.repeat(64)}`, undefined, /does not match its checksum/],
    ['has no checksum', newest, null, undefined, /no file with a checksum/],
    ['does not start', '#!/bin/sh\nexit 1\n', undefined, undefined, /does not start here.*Python 3\.11/],
    ['is elsewhere without https', newest, undefined, 'http://127.0.0.1:9', /could not be downloaded.*YTDLP_PATH/],
    ['is on a private address', newest, undefined, 'https://127.0.0.1:9', /could not be downloaded/],
  ])('that %s is not installed', async (_, file, digest, host, why) => {
    packaged('2023.03.04');
    const { app, admin, DATA_DIR } = await startApp({ YTDLP_RELEASE_URL: await startReleases(file, digest, host) });
    expect((await update(app, admin))?.error).toMatch(why);
    expect(existsSync(join(DATA_DIR, 'bin/yt-dlp'))).toBe(false);
    expect(existsSync(join(DATA_DIR, 'bin/yt-dlp.new'))).toBe(false);
    expect((await attempts(app, admin).search()).error).toContain('yt-dlp 2023.03.04 is older');
  });
});
