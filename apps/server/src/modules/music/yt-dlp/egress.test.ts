import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, it, onTestFinished } from 'vitest';
import type { Config } from '../../../config.ts';
import { isDeepRun } from '../../../testing/deep-run.ts';
import { startMusicTest } from '../music.fixture.ts';
import { searchVideos } from '../videos/videos.service.ts';
import { downloadVideo } from './yt-dlp-download.ts';

/** The guard does not rely on the choice of extractors; but trying all of them takes three times as long as the rest. */
const withAll = { MUSIC_EXTRACTORS: [] };
const music = await startMusicTest(() => (isDeepRun ? { MUSIC_EXTRACTORS: '' } : {}));
const { app, site } = music;
const { ctx } = app;

let hits: string[] = [];
const canary = createServer((request, response) => {
  hits.push(request.url ?? '');
  response.end('sing');
});
await new Promise<void>((resolve) => canary.listen(0, '127.0.0.2', resolve));
const { port } = canary.address() as AddressInfo;
afterAll(() => void canary.close());
beforeEach(() => {
  site.switches.reset();
  hits = [];
});

/** Straight to yt-dlp, past the list of hosts: what the guard around it holds. */
async function attempt(address: string, settings: Partial<Config> = {}): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'egress-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const signal = AbortSignal.timeout(50_000);
  const options = { address, kind: 'audio' as const, folder, signal, onProgress: () => {}, onInfo: () => {} };
  const config = { ...ctx.config, ...settings };
  const outcome = await downloadVideo({ ...ctx, config }, options).then(
    () => 'downloaded',
    (error: Error) => error.message,
  );
  const isThere = readdirSync(folder).some((name) => /^song\.(mp3|mp4)$/.test(name));
  return isThere && outcome !== 'downloaded' ? `${outcome}, but there is a file` : outcome;
}

const notAllowed = 'The video redirects to a host that is not allowed.';
const page = (videoId: string) => `${site.url}/watch?v=${videoId}`;

it('lets a download through that stays where it may be', async () => {
  expect(await attempt(page('DotDotSlash'), withAll)).toBe('downloaded');
});

it("reads pages with the extractors that were chosen only, YouTube's unless there are other hosts", async () => {
  expect(await attempt(page('DotDotSlash'), { MUSIC_EXTRACTORS: ['generic'] })).toBe('downloaded');
  site.requests.length = 0;
  const YTDLP_PATH = pretendNewer();
  for (const settings of [{ MUSIC_EXTRACTORS: ['youtube.*'] }, { ...withAll, MUSIC_HOSTS: [], YTDLP_PATH }])
    expect(await attempt(page('DotDotSlash'), settings)).toBe('This is not a video URL.');
  expect(site.requests).toEqual([]);
});

/** The installed yt-dlp under a version that may read other sites; an old one does not know all options of that. */
function pretendNewer(): string {
  const folder = mkdtempSync(join(tmpdir(), 'newer-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'yt-dlp');
  const script = `#!/bin/bash
[[ "$*" == *--version* ]] && echo 2026.10.26 && exit
args=()
while [ $# -gt 0 ]; do
  if [ "$1" = --js-runtimes ]; then shift 2; else args+=("$1"); shift; fi
done
exec yt-dlp "\${args[@]}"
`;
  writeFileSync(path, script, { mode: 0o755 });
  return path;
}

it('takes nothing for an option', async () => {
  const proof = join(tmpdir(), `proof-${process.pid}`);
  for (const text of [`--exec=before_dl:touch ${proof}`, `-o${proof}`, '--config-locations=/etc'])
    expect(await attempt(text)).not.toMatch(/downloaded|there is a file/);
  expect(await attempt('ytsearch:x\n--exec=x', withAll)).not.toMatch(/downloaded|there is a file/);
  expect(existsSync(proof)).toBe(false);
  expect(hits).toEqual([]);
});

it('is run without a shell and its configuration files, with the address behind all options', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'noted-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [YTDLP_PATH, notes] = [join(folder, 'yt-dlp'), join(folder, 'notes')];
  const script = `#!/bin/bash
[[ "$*" == *--version* ]] && echo 2026.10.26 && exit
printf '%s\\0' "$@" > ${notes}
tr '\\0' ' ' < /proc/$PPID/comm > ${notes}.parent
exit 1
`;
  writeFileSync(YTDLP_PATH, script, { mode: 0o755 });
  for (const address of ['--exec=touch x', '$(touch x); `id` | "', 'https://www.youtube.com/watch?v=-Qw4w9WgXc_']) {
    await attempt(address, { YTDLP_PATH });
    const args = readFileSync(notes, 'utf8').split('\0').slice(0, -1);
    expect(args[0]).toBe('--ignore-config');
    expect(args.slice(-2)).toEqual(['--', address]);
    expect(args.indexOf('--')).toBe(args.length - 2);
    expect(
      args.slice(0, -2).filter((arg) => /^--(exec|config-location|cookies|netrc|batch-file|load-info)/.test(arg)),
    ).toEqual([]);
    expect(readFileSync(`${notes}.parent`, 'utf8')).not.toMatch(/^(ba|da)?sh$/);
  }
});

it('reads no files of the host', async () => {
  expect(await attempt('file:///etc/passwd')).toBe(notAllowed);
});

/** Those that `platform/egress` refuses to any program. */
const moreAddresses = ['2130706434', '0x7f000002', '0', '[::1]'].map((host) => [`http://${host}:0/x.mp4`] as const);

it.each([
  ['http://127.0.0.2:0/x.mp4', withAll],
  ['http://[::ffff:127.0.0.2]:0/x.mp4'],
  ['https://127.0.0.2:0/x.mp4'],
  ...(isDeepRun ? moreAddresses : []),
] as const)('does not go to %s', async (address, settings?: Partial<Config>) => {
  expect(await attempt(address.replace(':0/', `:${port}/`), settings)).toBe(notAllowed);
  expect(hits).toEqual([]);
});

it('does not ask the cloud for its secrets', async () => {
  expect(await attempt('http://169.254.169.254/latest/meta-data/')).toBe(notAllowed);
});

it.each([
  [{ pageRedirect: `http://127.0.0.2:${port}/x.mp4` }, 'DotDotSlash', withAll],
  [{ mediaRedirect: `http://127.0.0.2:${port}/x.mp4` }, 'DotDotSlash'],
  [{ mediaRedirect: `http://127.0.0.2:${port}/x.m3u8` }, 'CampfireSng'],
  [{ segmentAddress: `http://127.0.0.2:${port}/piece.ts` }, 'CampfireSng'],
])('is not led there by %o', async (switches, videoId, settings?: Partial<Config>) => {
  site.switches.set(switches, videoId);
  expect(await attempt(page(videoId), settings)).toBe(notAllowed);
  expect(hits).toEqual([]);
});

it('reads no file that a list of pieces names', async () => {
  site.switches.set({ segmentAddress: 'file:///etc/passwd' }, 'CampfireSng');
  expect(await attempt(page('CampfireSng'))).toBe('Failed to download song');
});

it('searches nowhere else, whatever the words are', async () => {
  for (const query of ['--exec=touch x', `http://127.0.0.2:${port}/`, '&q=x#', '../../x', 'a\u0000b'])
    await searchVideos(ctx, { query }, 'member').catch(() => undefined);
  expect(hits).toEqual([]);
  const asked = site.requests.filter((line) => line.includes('/search.rss'));
  expect(asked.map((line) => line.split(' ')[1])).toEqual([
    '/search.rss?q=--exec%3Dtouch%20x',
    `/search.rss?q=${encodeURIComponent(`http://127.0.0.2:${port}/`)}`,
    '/search.rss?q=%26q%3Dx%23',
    '/search.rss?q=..%2F..%2Fx',
    '/search.rss?q=a%20b',
  ]);
});

it('has no pictures from elsewhere', async () => {
  const member = await music.member();
  site.switches.set({ pictureAddress: `http://127.0.0.2:${port}/x.jpg` }, 'RaptorRun_2');
  const { data } = await music.call<{ thumbnail: string | null }[]>(member, 'GET', '/query?query=raptor');
  expect(data[0]?.thumbnail).toBeNull();
  expect(hits).toEqual([]);
});
