import type { Ctx } from '../../context.ts';

const purpose = 'file content';
const minuteMs = 60 * 1000;
const livesMs = { download: minuteMs, view: 24 * 60 * minuteMs };

/** Whoever opens a file without a login. */
export const visitor = 'anyone';

/** For whom it was made (a session, or a visitor), and until when it is good. */
export type FileLink = { for: string; expires: string; signature: string };

const words = (fileId: string, { for: asker, expires }: Omit<FileLink, 'signature'>) => `${fileId} ${asker} ${expires}`;

/** Where a browser gets what is in a file: an image, a player and a download cannot carry a token. */
export function fileLink(ctx: Ctx, fileId: string, asker: string, use: keyof typeof livesMs): string {
  const link = { for: asker, expires: String(ctx.clock().getTime() + livesMs[use]) };
  const signature = ctx.key.sign(purpose, words(fileId, link));
  return `/api/files/${fileId}/content?${new URLSearchParams({ ...link, signature }).toString()}`;
}

export function isFileLink(ctx: Ctx, fileId: string, link: FileLink): boolean {
  const isFresh = /^\d{1,15}$/.test(link.expires) && Number(link.expires) > ctx.clock().getTime();
  return isFresh && ctx.key.isSignature(purpose, words(fileId, link), link.signature);
}
