import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { guardedFetch } from '../../platform/egress/guarded-fetch.ts';
import { hostAndPort } from '../../platform/egress/guarded-target.ts';
import { pictureType, type Picture } from '../../platform/picture-type.ts';

const purpose = 'guild-icon';
const maxBytes = 256 * 1024;
const fetchWithinMs = 5_000;
const iconHashRule = /^[\w-]{1,64}$/;

const words = (guildId: string, hash: string) => `${guildId} ${hash}`;

/** Where a browser gets the icon of a guild: from the portal, so that Discord does not see who looks. */
export function guildIconLink(ctx: Ctx, guildId: string, hash: string | null): string | null {
  if (hash === null || !iconHashRule.test(hash)) return null;
  const signature = ctx.key.sign(purpose, words(guildId, hash));
  return `/api/discord/guilds/${guildId}/icon?hash=${hash}&signature=${signature}`;
}

/** The icon behind a link that we made. */
export async function readGuildIcon(
  ctx: Ctx,
  guildId: string,
  { hash, signature }: { hash: string; signature: string },
): Promise<Picture> {
  if (!iconHashRule.test(hash) || !ctx.key.isSignature(purpose, words(guildId, hash), signature))
    throw new AppError('FORBIDDEN', 'This link is not valid.');
  return ctx.state.discord.icons.get(words(guildId, hash), () => fetchIcon(ctx, guildId, hash), ctx.clock());
}

async function fetchIcon(ctx: Ctx, guildId: string, hash: string): Promise<Picture> {
  const url = new URL(`${ctx.config.DISCORD_CDN_BASE}/icons/${guildId}/${hash}.png?size=64`);
  try {
    // The operator has named this host; redirects lead nowhere else.
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
