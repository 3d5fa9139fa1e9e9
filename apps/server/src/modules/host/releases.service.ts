import type { ReplyOutput } from '@tribehall/contract';
import * as z from 'zod';
import type { Ctx } from '../../context.ts';
import { guardedFetch } from '../../platform/egress/guarded-fetch.ts';
import { hostAndPort } from '../../platform/egress/guarded-target.ts';
import { version } from '../../platform/server-root.ts';

type Release = { version: string; url: string | null };

/** The newest release, as far as it is known. */
export type ReleaseState = { newest: Release | undefined; askAtMs: number; asking: Promise<void> | undefined };

const askEveryMs = 24 * 60 * 60 * 1000;
const maxWaitMs = 1500;
const maxUrlLength = 500;

/** As GitHub publishes releases. What comes from there is shown to Owners, so it is a version and nothing else. */
const published = z.object({
  tag_name: z.string().regex(/^v?\d{1,6}\.\d{1,6}\.\d{1,6}$/),
  html_url: z.unknown().optional(),
});

/** Never waits long: what is found later is there for the next caller. */
export async function readRelease(ctx: Ctx): Promise<ReplyOutput<'GET /os/release'>> {
  const { release } = ctx.state.host;
  refresh(ctx, release);
  if (release.asking) {
    let timer: NodeJS.Timeout | undefined;
    const tooLate = new Promise<void>((resolve) => (timer = setTimeout(resolve, maxWaitMs)));
    await Promise.race([release.asking, tooLate]);
    clearTimeout(timer);
  }
  const { newest } = release;
  return { version, newer: newest && isNewer(newest.version, version) ? newest : null };
}

/** Once a day, also after a failure: a portal without a way to the internet does not need to know. */
function refresh(ctx: Ctx, state: ReleaseState): void {
  const { RELEASE_URL } = ctx.config;
  const now = ctx.clock().getTime();
  if (RELEASE_URL === undefined || state.asking || now < state.askAtMs) return;
  state.askAtMs = now + askEveryMs;
  state.asking = fetchNewest(RELEASE_URL)
    .then(
      (newest) => void (state.newest = newest),
      (err: unknown) => ctx.log.debug({ err }, 'The newest version of the portal could not be read'),
    )
    .finally(() => (state.asking = undefined));
}

/** Throws where the address does not answer as GitHub does. */
export async function fetchNewest(address: string): Promise<Release> {
  const url = new URL(address);
  const { status, body } = await guardedFetch(url.href, {
    // The operator has configured this host: it may be private.
    allowed: new Set([hostAndPort(url)]),
    headers: { accept: 'application/vnd.github+json' },
    maxBytes: 1_000_000,
    timeoutMs: 10_000,
  });
  if (status !== 200) throw new Error(`The release page returned ${status}`);
  const { tag_name, html_url } = published.parse(JSON.parse(body.toString('utf8')));
  return { version: tag_name.replace(/^v/, ''), url: isWebAddress(html_url) ? html_url : null };
}

function isWebAddress(url: unknown): url is string {
  if (typeof url !== 'string' || url.length > maxUrlLength || !URL.canParse(url)) return false;
  const { protocol, username, password } = new URL(url);
  return (protocol === 'https:' || protocol === 'http:') && username === '' && password === '';
}

/** Whether a release is newer than a version, which may be a preview of that release (`1.2.0-beta.1`). */
export function isNewer(release: string, own: string): boolean {
  const [theirs, [numbers = '', ...preview]] = [release.split('.').map(Number), own.split('-')];
  const ours = numbers.split('.').map(Number);
  for (const [index, number] of theirs.entries()) {
    const difference = number - (ours[index] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return preview.length > 0;
}
