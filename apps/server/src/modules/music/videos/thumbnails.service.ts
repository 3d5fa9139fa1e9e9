import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { guardedFetch } from '../../../platform/egress/guarded-fetch.ts';
import { pictureType, type Picture } from '../../../platform/picture-type.ts';
import { isVideoAddress, privateHosts } from './video-address.ts';

const purpose = 'thumbnail';
const weekMs = 7 * 24 * 60 * 60 * 1000;
const maxAddressLength = 1000;
const maxBytes = 1_000_000;
const fetchWithinMs = 10_000;

const signedText = (week: number, videoId: string, source: string) => `${week} ${videoId} ${source}`;
const weekOf = (ctx: Ctx) => Math.floor(ctx.clock().getTime() / weekMs);

/** A browser loads a thumbnail from the portal, so that the video site does not see who looks. */
export function signedThumbnailUrl(ctx: Ctx, videoId: string, source: string | null): string | null {
  if (source === null || source.length > maxAddressLength || !URL.canParse(source)) return null;
  if (!isVideoAddress(ctx.config, new URL(source))) return null;
  const signature = ctx.key.sign(purpose, signedText(weekOf(ctx), videoId, source));
  return `/api/skibapbot/music/thumbnails/${videoId}?source=${encodeURIComponent(source)}&signature=${signature}`;
}

/** Accepts URLs that were signed this week or last week. */
export async function readThumbnail(
  ctx: Ctx,
  videoId: string,
  { source, signature }: { source: string; signature: string },
): Promise<Picture> {
  const week = weekOf(ctx);
  const isOurs = [week, week - 1].some((week) =>
    ctx.key.isSignature(purpose, signedText(week, videoId, source), signature),
  );
  if (!isOurs) throw new AppError('FORBIDDEN', 'This link has expired.');
  return ctx.state.music.thumbnails.get(source, () => fetchPicture(ctx, source), ctx.clock());
}

async function fetchPicture(ctx: Ctx, source: string): Promise<Picture> {
  const mayFollow = (url: URL) => isVideoAddress(ctx.config, url);
  try {
    if (!mayFollow(new URL(source))) throw new Error('The picture is not on an allowed host');
    const limits = { maxBytes, timeoutMs: fetchWithinMs, allowed: privateHosts(ctx.config), mayFollow };
    const { status, body } = await guardedFetch(source, limits);
    const type = pictureType(body);
    if (status !== 200 || type === undefined) throw new Error(`The site returned ${status} and no picture`);
    return { type, body };
  } catch (err) {
    ctx.log.info({ err, source }, 'A thumbnail could not be fetched');
    throw new AppError('NOT_FOUND', 'This thumbnail is not available.', undefined, err);
  }
}
