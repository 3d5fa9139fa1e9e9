import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { guardedFetch } from '../../platform/egress/guarded-fetch.ts';
import { createExpiringCache } from '../../platform/expiring-cache.ts';
import { perPortal } from '../../platform/per-portal.ts';
import { pictureType } from '../../platform/picture-type.ts';
import { isVideoAddress, privateHosts } from './video-address.ts';

type Picture = { type: string; body: Buffer };

const purpose = 'thumbnail';
const weekMs = 7 * 24 * 60 * 60 * 1000;
const maxAddressLength = 1000;
const maxBytes = 1_000_000;
const fetchWithinMs = 10_000;

const cache = perPortal(() => createExpiringCache<Picture>({ keepMs: 60 * 60 * 1000, max: 30 }));

const words = (week: number, videoId: string, source: string) => `${week} ${videoId} ${source}`;
const weekOf = (ctx: Ctx) => Math.floor(ctx.clock().getTime() / weekMs);

/** Where a browser gets a video's picture: from the portal, so that the site does not see who looks. */
export function thumbnailLink(ctx: Ctx, videoId: string, source: string | null): string | null {
  if (source === null || source.length > maxAddressLength || !URL.canParse(source)) return null;
  if (!isVideoAddress(ctx.config, new URL(source))) return null;
  const signature = ctx.key.sign(purpose, words(weekOf(ctx), videoId, source));
  return `/api/skibapbot/music/thumbnails/${videoId}?source=${encodeURIComponent(source)}&signature=${signature}`;
}

/** The picture behind a link that we made this week or the last. */
export async function readThumbnail(
  ctx: Ctx,
  videoId: string,
  { source, signature }: { source: string; signature: string },
): Promise<Picture> {
  const week = weekOf(ctx);
  const isOurs = [week, week - 1].some((week) => ctx.key.isSignature(purpose, words(week, videoId, source), signature));
  if (!isOurs) throw new AppError('FORBIDDEN', 'This link is not valid any more.');
  return cache(ctx).get(source, ctx.clock(), () => fetchPicture(ctx, source));
}

async function fetchPicture(ctx: Ctx, source: string): Promise<Picture> {
  const mayFollow = (url: URL) => isVideoAddress(ctx.config, url);
  try {
    if (!mayFollow(new URL(source))) throw new Error('The picture is not on an allowed host');
    const limits = { maxBytes, timeoutMs: fetchWithinMs, allowed: privateHosts(ctx.config), mayFollow };
    const { status, body } = await guardedFetch(source, limits);
    const type = pictureType(body);
    if (status !== 200 || type === undefined) throw new Error(`The site answered ${status} and no picture`);
    return { type, body };
  } catch (err) {
    ctx.log.info({ err, source }, 'A picture could not be had');
    throw new AppError('NOT_FOUND', 'This picture cannot be had.', undefined, err);
  }
}
