import type { Ctx } from '../../context.ts';

const purpose = 'song file';
const lifeMs = 5 * 60 * 1000;

type Owner = { workId: string; userId: string };

const words = ({ workId, userId }: Owner, expires: string) => `${workId} ${userId} ${expires}`;

/** Where a browser fetches a finished file, for a short while: a link cannot carry a session. */
export function fileLink(ctx: Ctx, owner: Owner): string {
  const expires = String(ctx.clock().getTime() + lifeMs);
  const signature = ctx.key.sign(purpose, words(owner, expires));
  return `/api/skibapbot/music/downloads/${owner.workId}/file?expires=${expires}&signature=${signature}`;
}

export function isFileLink(ctx: Ctx, owner: Owner, given: { expires: string; signature: string }): boolean {
  const isFresh = /^\d{1,15}$/.test(given.expires) && Number(given.expires) > ctx.clock().getTime();
  return isFresh && ctx.key.isSignature(purpose, words(owner, given.expires), given.signature);
}
