import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { guardedFetch } from '../../platform/egress/guarded-fetch.ts';
import { hostAndPort } from '../../platform/egress/guarded-target.ts';
import { pictureType, type Picture } from '../../platform/picture-type.ts';

const purpose = 'guild-icon';
const maxBytes = 256 * 1024;
const fetchWithinMs = 5_000;
const iconHashRule = /^[\w-]{1,64}$/;

const signedText = (guildId: string, hash: string) => `${guildId} ${hash}`;

/** A signed URL of a guild's icon: the portal proxies it, so that Discord does not see who looks. */
export function guildIconUrl(ctx: Ctx, guildId: string, hash: string | null): string | null {
  if (hash === null || !iconHashRule.test(hash)) return null;
  const signature = ctx.key.sign(purpose, signedText(guildId, hash));
  return `/api/discord/guilds/${guildId}/icon?hash=${hash}&signature=${signature}`;
}

/** The icon behind a URL that we signed. */
export async function readGuildIcon(
  ctx: Ctx,
  guildId: string,
  { hash, signature }: { hash: string; signature: string },
): Promise<Picture> {
  if (!iconHashRule.test(hash) || !ctx.key.isSignature(purpose, signedText(guildId, hash), signature))
    throw new AppError('FORBIDDEN', 'This link is not valid.');
  return ctx.state.discord.icons.get(signedText(guildId, hash), () => fetchIcon(ctx, guildId, hash), ctx.clock());
}

async function fetchIcon(ctx: Ctx, guildId: string, hash: string): Promise<Picture> {
  const url = new URL(`${ctx.config.DISCORD_CDN_BASE}/icons/${guildId}/${hash}.png?size=64`);
  try {
    // The operator configured this host; redirects may not leave it.
    const limits = { maxBytes, timeoutMs: fetchWithinMs, allowed: new Set([hostAndPort(url)]) };
    const { status, body } = await guardedFetch(url.href, { ...limits, mayFollow: ({ host }) => host === url.host });
    const type = pictureType(body);
    if (status !== 200 || type === undefined) throw new Error(`Discord returned ${status} and no picture`);
    return { type, body };
  } catch (err) {
    ctx.log.info({ err, guildId }, 'The icon of a guild could not be fetched');
    throw new AppError('NOT_FOUND', 'This icon is not available.', undefined, err);
  }
}
