import type { Ctx } from '../../../context.ts';

const purpose = 'file content';
const minuteMs = 60 * 1000;
const lifetimeMs = { download: minuteMs, view: 24 * 60 * minuteMs };

export type Use = keyof typeof lifetimeMs;

/** Someone who opens a file without a login. */
export const visitor = 'anyone';

/** Its holder (the id of a session, or a visitor) and when it expires. */
export type SignedUrl = { for: string; expires: string; signature: string };

const signedText = (fileId: string, { for: holder, expires }: Omit<SignedUrl, 'signature'>) =>
  `${fileId} ${holder} ${expires}`;

/** The URL of a file's contents: an image, a player and a download cannot send a token. */
export function signUrl(ctx: Ctx, fileId: string, holder: string, use: Use): string {
  const query = { for: holder, expires: String(ctx.clock().getTime() + lifetimeMs[use]) };
  const signature = ctx.key.sign(purpose, signedText(fileId, query));
  return `/api/files/${fileId}/content?${new URLSearchParams({ ...query, signature }).toString()}`;
}

export function hasValidSignature(ctx: Ctx, fileId: string, url: SignedUrl): boolean {
  const isFresh = /^\d{1,15}$/.test(url.expires) && Number(url.expires) > ctx.clock().getTime();
  return isFresh && ctx.key.isSignature(purpose, signedText(fileId, url), url.signature);
}
