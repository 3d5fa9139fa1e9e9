import type { Ctx } from '../../../context.ts';

const purpose = 'song file';
const lifeMs = 5 * 60 * 1000;

type Owner = { workId: string; userId: string };

const signedText = ({ workId, userId }: Owner, expires: string) => `${workId} ${userId} ${expires}`;

/** The short-lived URL of a finished file: a download link cannot carry a session token. */
export function signedFileUrl(ctx: Ctx, owner: Owner): string {
  const expires = String(ctx.clock().getTime() + lifeMs);
  const signature = ctx.key.sign(purpose, signedText(owner, expires));
  return `/api/skibapbot/music/downloads/${owner.workId}/file?expires=${expires}&signature=${signature}`;
}

export function isSignedFileUrl(ctx: Ctx, owner: Owner, given: { expires: string; signature: string }): boolean {
  const isFresh = /^\d{1,15}$/.test(given.expires) && Number(given.expires) > ctx.clock().getTime();
  return isFresh && ctx.key.isSignature(purpose, signedText(owner, given.expires), given.signature);
}
