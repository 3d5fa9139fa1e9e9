import * as z from 'zod';
import type { Config } from '../../../config.ts';
import type { Ctx } from '../../../context.ts';
import { guardedFetch } from '../../../platform/egress/guarded-fetch.ts';
import { hostAndPort } from '../../../platform/egress/guarded-target.ts';
import { isOwnSite } from '../videos/video-address.ts';
import { oldestSafe, outdatedMessage } from './tool-minimum.ts';
import { findJsRuntime, findTool, missingToolMessages } from './tool-paths.ts';
import type { LatestRelease } from '../music.state.ts';
import { askVersion, dayOf, isAtLeast, isVersion, readLocalVersion } from './tool-version.ts';

export type Tool = { versionLocal: string | null; versionRemote: string | null; warnings: string[] };

const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;
/** GitHub has a rate limit. */
const checkEveryMs = 2 * hourMs;
const retryMs = 10 * 60 * 1000;
const maxWaitMs = 1500;
const oldAfterDays = 60;

const release = z.object({ tag_name: z.string().refine(isVersion) });

/** The download tool: installed and newest version, and warnings. Never waits long. */
export async function readTool(ctx: Ctx): Promise<Tool> {
  const { latestRelease } = ctx.state.music;
  refreshRelease(ctx, latestRelease);
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<null>((resolve) => (timer = setTimeout(resolve, maxWaitMs, null)));
  const local = await Promise.race([readLocalVersion(ctx), tooLate]);
  await Promise.race([latestRelease.checking, tooLate]);
  clearTimeout(timer);
  return { versionLocal: local, versionRemote: latestRelease.version, warnings: warningsOf(ctx, local) };
}

function warningsOf(ctx: Ctx, version: string | null): string[] {
  const warnings: string[] = [];
  if (findTool(ctx.config, 'yt-dlp') === undefined) warnings.push(missingToolMessages['yt-dlp']);
  if (findTool(ctx.config, 'ffmpeg') === undefined) warnings.push(missingToolMessages.ffmpeg);
  if (version !== null) warnings.push(...ageWarnings(ctx, version));
  if (findJsRuntime(ctx.config) === undefined)
    warnings.push(
      'yt-dlp has nothing to run JavaScript with, which YouTube needs. Install deno, or run the portal on Node 22 or newer, or set YTDLP_JS_RUNTIME.',
    );
  return warnings;
}

function ageWarnings(ctx: Ctx, version: string): string[] {
  if (!isAtLeast(version, oldestSafe))
    return [
      isOwnSite(ctx.config)
        ? `yt-dlp ${version} has known security holes. Update it to ${oldestSafe} or newer.`
        : outdatedMessage(version),
    ];
  const days = Math.floor((ctx.clock().getTime() - dayOf(version).getTime()) / dayMs);
  if (days <= oldAfterDays) return [];
  return [`yt-dlp ${version} is ${days} days old, and video sites change often. Update it.`];
}

function refreshRelease(ctx: Ctx, latest: LatestRelease): void {
  const now = ctx.clock().getTime();
  if (latest.checking || now < latest.checkAtMs) return;
  latest.checking = fetchRelease(ctx, latest)
    .then(
      () => void (latest.checkAtMs = now + checkEveryMs),
      (err: unknown) => {
        latest.checkAtMs = now + retryMs;
        ctx.log.info({ err }, 'The newest version of yt-dlp could not be read');
      },
    )
    .finally(() => (latest.checking = undefined));
}

async function fetchRelease(ctx: Ctx, latest: LatestRelease): Promise<void> {
  const url = new URL(ctx.config.YTDLP_RELEASE_URL);
  const { status, headers, body } = await guardedFetch(url.href, {
    // The operator has configured this host: it may be private.
    allowed: new Set([hostAndPort(url)]),
    headers: {
      accept: 'application/vnd.github+json',
      'x-github-api-version': '2022-11-28',
      ...(latest.etag === undefined ? {} : { 'if-none-match': latest.etag }),
    },
    maxBytes: 2_000_000,
    timeoutMs: 10_000,
  });
  if (status === 304) return;
  if (status !== 200) throw new Error(`The release page returned ${status}`);
  latest.version = release.parse(JSON.parse(body.toString('utf8'))).tag_name;
  latest.etag = headers.etag;
}

type ToolState = { state: 'good' | 'note' | 'bad'; message: string };

/** What music needs on the host, for the operator. */
export async function inspectTools(config: Config): Promise<ToolState[]> {
  const hasFfmpeg = findTool(config, 'ffmpeg') !== undefined;
  return [
    hasFfmpeg
      ? { state: 'good', message: 'ffmpeg is installed.' }
      : { state: 'note', message: missingToolMessages.ffmpeg },
    await inspectYtDlp(findTool(config, 'yt-dlp')),
  ];
}

async function inspectYtDlp(path: string | undefined): Promise<ToolState> {
  if (path === undefined) return { state: 'note', message: missingToolMessages['yt-dlp'] };
  const version = await askVersion(path);
  if (version === null) return { state: 'bad', message: `${path} does not start, or does not say its version.` };
  if (!isAtLeast(version, oldestSafe)) return { state: 'note', message: outdatedMessage(version) };
  return { state: 'good', message: `yt-dlp ${version} is installed.` };
}
