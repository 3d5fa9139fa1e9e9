import * as z from 'zod';
import type { Ctx } from '../../context.ts';
import { guardedFetch } from '../../platform/egress/guarded-fetch.ts';
import { hostAndPort } from '../../platform/egress/guarded-target.ts';
import { perPortal } from '../../platform/per-portal.ts';
import { findJsRuntime, findTool, toolWords } from './tool-paths.ts';
import { dayOf, isAtLeast, isVersion, readLocalVersion } from './tool-version.ts';

export type Tool = { versionLocal: string | null; versionRemote: string | null; warnings: string[] };

const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;
/** GitHub counts who asks. */
const askEveryMs = 2 * hourMs;
const askAgainMs = 10 * 60 * 1000;
const waitMs = 1500;
const oldAfterDays = 60;
/** Older ones have holes through which a video site can run programs. */
const safeSince = '2026.07.04';

const release = z.object({ tag_name: z.string().refine(isVersion) });

type Remote = { version: string | null; tag: string | undefined; askAt: number; asking: Promise<void> | undefined };
const remotes = perPortal((): Remote => ({ version: null, tag: undefined, askAt: 0, asking: undefined }));

/** The download tool: which version is here, which is the newest, and what is wrong with it. Never waits long. */
export async function readTool(ctx: Ctx): Promise<Tool> {
  const remote = remotes(ctx);
  refreshRemote(ctx, remote);
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<null>((resolve) => (timer = setTimeout(resolve, waitMs, null)));
  const local = await Promise.race([readLocalVersion(ctx), tooLate]);
  await Promise.race([remote.asking, tooLate]);
  clearTimeout(timer);
  return { versionLocal: local, versionRemote: remote.version, warnings: warningsOf(ctx, local) };
}

function warningsOf(ctx: Ctx, version: string | null): string[] {
  const warnings: string[] = [];
  if (findTool(ctx.config, 'yt-dlp') === undefined) warnings.push(toolWords['yt-dlp']);
  if (findTool(ctx.config, 'ffmpeg') === undefined) warnings.push(toolWords.ffmpeg);
  if (version !== null) warnings.push(...ageWarnings(ctx, version));
  if (findJsRuntime(ctx.config) === undefined)
    warnings.push(
      'yt-dlp has nothing to run JavaScript with, which YouTube needs. Install deno, or run the portal on Node 22 or newer, or set YTDLP_JS_RUNTIME.',
    );
  return warnings;
}

function ageWarnings(ctx: Ctx, version: string): string[] {
  if (!isAtLeast(version, safeSince))
    return [`yt-dlp ${version} has known security holes. Update it to ${safeSince} or newer.`];
  const days = Math.floor((ctx.clock().getTime() - dayOf(version).getTime()) / dayMs);
  if (days <= oldAfterDays) return [];
  return [`yt-dlp ${version} is ${days} days old, and video sites change often. Update it.`];
}

function refreshRemote(ctx: Ctx, remote: Remote): void {
  const now = ctx.clock().getTime();
  if (remote.asking || now < remote.askAt) return;
  remote.asking = askRemote(ctx, remote)
    .then(
      () => void (remote.askAt = now + askEveryMs),
      (err: unknown) => {
        remote.askAt = now + askAgainMs;
        ctx.log.info({ err }, 'The newest version of yt-dlp is not known');
      },
    )
    .finally(() => (remote.asking = undefined));
}

async function askRemote(ctx: Ctx, remote: Remote): Promise<void> {
  const url = new URL(ctx.config.YTDLP_RELEASE_URL);
  const { status, headers, body } = await guardedFetch(url.href, {
    // Whoever sets an address means it.
    allowed: new Set([hostAndPort(url)]),
    headers: {
      accept: 'application/vnd.github+json',
      'x-github-api-version': '2022-11-28',
      ...(remote.tag === undefined ? {} : { 'if-none-match': remote.tag }),
    },
    maxBytes: 2_000_000,
    timeoutMs: 10_000,
  });
  if (status === 304) return;
  if (status !== 200) throw new Error(`The answer is ${status}`);
  remote.version = release.parse(JSON.parse(body.toString('utf8'))).tag_name;
  remote.tag = headers.etag;
}
