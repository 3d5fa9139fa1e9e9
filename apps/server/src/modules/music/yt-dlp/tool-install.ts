import { createHash } from 'node:crypto';
import { chmod, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as z from 'zod';
import type { Ctx } from '../../../context.ts';
import { guardedFetch } from '../../../platform/egress/guarded-fetch.ts';
import { hostAndPort } from '../../../platform/egress/guarded-target.ts';
import { ownCopyPath } from './tool-paths.ts';
import { askVersion, isAtLeast, isVersion } from './tool-version.ts';

/** The file that runs wherever Python does. */
const assetName = 'yt-dlp';
const maxBytes = 50_000_000;
const unreachable =
  'The release of yt-dlp could not be downloaded, so nothing was changed. Try again later, or download it elsewhere and set YTDLP_PATH to the file.';
const pageWithinMs = 15_000;
const fileWithinMs = 120_000;

const asset = z.object({ name: z.string(), browser_download_url: z.url(), digest: z.string().nullish() });
const release = z.object({ tag_name: z.string().refine(isVersion), assets: z.array(asset).default([]) });

/** The version that is in place now, or why it failed. */
type Installed = { version: string } | { failure: string };

/** Downloads a newer release into the data folder, compares its checksum, tries it, and only then puts it in place. */
export async function installRelease(
  ctx: Ctx,
  installed: string | null,
  onOutput: (line: string) => void,
): Promise<Installed> {
  try {
    const { tag_name: version, assets } = release.parse(JSON.parse((await fetchRelease(ctx)).toString('utf8')));
    if (installed !== null && isAtLeast(installed, version)) return { version: installed };
    const file = assets.find(({ name }) => name === assetName);
    const [, sha256] = /^sha256:([\da-f]{64})$/.exec(file?.digest ?? '') ?? [];
    if (!file || sha256 === undefined)
      return { failure: `The release ${version} has no file with a checksum, so nothing was changed.` };
    onOutput(`Downloading yt-dlp ${version}…`);
    const bytes = await fetchFile(ctx, new URL(file.browser_download_url));
    if (createHash('sha256').update(bytes).digest('hex') !== sha256)
      return { failure: 'The downloaded file does not match its checksum, so nothing was changed.' };
    onOutput('Its checksum is right.');
    return await putInPlace(ownCopyPath(ctx.config), bytes, version);
  } catch (err) {
    ctx.log.warn({ err }, 'The release of yt-dlp could not be installed');
    return { failure: unreachable };
  }
}

async function fetchRelease(ctx: Ctx): Promise<Buffer> {
  const headers = { accept: 'application/vnd.github+json', 'x-github-api-version': '2022-11-28' };
  return fetchBytes(ctx, new URL(ctx.config.YTDLP_RELEASE_URL), pageWithinMs, headers);
}

/** Over https, or from the host that the operator has configured. */
async function fetchFile(ctx: Ctx, url: URL): Promise<Buffer> {
  if (!isHttps(url) && url.host !== new URL(ctx.config.YTDLP_RELEASE_URL).host)
    throw new Error(`${url.host} does not use https`);
  return fetchBytes(ctx, url, fileWithinMs);
}

const isHttps = ({ protocol }: URL) => protocol === 'https:';

async function fetchBytes(ctx: Ctx, url: URL, timeoutMs: number, headers = {}): Promise<Buffer> {
  const allowed = new Set([hostAndPort(new URL(ctx.config.YTDLP_RELEASE_URL))]);
  const { status, body } = await guardedFetch(url.href, { allowed, headers, maxBytes, timeoutMs, mayFollow: isHttps });
  if (status !== 200) throw new Error(`${url.host} returned ${status}`);
  return body;
}

async function putInPlace(path: string, bytes: Buffer, version: string): Promise<Installed> {
  const draft = `${path}.new`;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  try {
    const handle = await open(draft, 'w', 0o700);
    try {
      await handle.writeFile(bytes);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await chmod(draft, 0o755);
    const started = await askVersion(draft);
    if (started === null)
      return {
        failure: `yt-dlp ${version} does not start here, so nothing was changed. It needs Python 3.11 or newer.`,
      };
    await rename(draft, path);
    return { version: started };
  } finally {
    await rm(draft, { force: true });
  }
}
