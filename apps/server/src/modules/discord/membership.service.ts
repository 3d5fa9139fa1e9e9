import { isAdmin, roles } from '@tribehall/contract';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import type { RightCheck, Subject } from '../sessions/rights.service.ts';
import { requestBot } from './bot.service.ts';
import { rereadGuilds } from './connection.service.ts';

const hourMs = 60 * 60 * 1000;
/** Short, because the bot knows at once who left; a page makes many requests at once. */
const botReplyMs = 1000;
const noReplyMs = 15_000;
const failureMs = 60_000;
const maxKnown = 10_000;

const guildMember: RightCheck = (ctx, subject) => {
  if (subject.discordId === undefined) throw new AppError('DISCORD_UNLINKED');
  return isGuildMember(ctx, subject);
};

export const membershipRights = {
  guildMember,
  guildAdmin: async (ctx, subject, params) => isAdmin(subject.roles) && (await guildMember(ctx, subject, params)),
} satisfies Record<string, RightCheck>;

/** Whether the Ski Bap pages are open: the bot decides, else the stored list; if neither knows, they are closed. */
export function isGuildMember(ctx: Ctx, someone: Subject): boolean | Promise<boolean> {
  const { GUILD_ID: guildId } = ctx.config;
  const { discordId } = someone;
  if (guildId === undefined || discordId === undefined || someone.roles.includes(roles.DiscordBot)) return false;
  const known = ctx.state.discord.members.get(discordId);
  const isKnown = known !== undefined && known.untilMs > ctx.clock().getTime();
  if (isKnown && known.isMember !== undefined) return known.isMember;
  if (isKnown && isListCurrent(ctx, someone)) return someone.guilds?.includes(guildId) === true;
  return askMembership(ctx, someone, { guildId, discordId, isKnown });
}

async function askMembership(
  ctx: Ctx,
  someone: Subject,
  { guildId, discordId, isKnown }: { guildId: string; discordId: string; isKnown: boolean },
): Promise<boolean> {
  const isMember = isKnown ? undefined : await askBot(ctx, guildId, discordId);
  return isMember ?? (await currentGuilds(ctx, someone)).includes(guildId);
}

async function askBot(ctx: Ctx, guildId: string, discordId: string): Promise<boolean | undefined> {
  const cache = ctx.state.discord.members;
  const nowMs = ctx.clock().getTime();
  const isMember = (await requestBot(ctx, 'bot.member', { guildId, discordId }))?.isMember;
  if (cache.size >= maxKnown) cache.clear();
  cache.set(discordId, { isMember, untilMs: nowMs + (isMember === undefined ? noReplyMs : botReplyMs) });
  return isMember;
}

/** The stored list, read again when it is old; empty if it cannot be read. */
async function currentGuilds(ctx: Ctx, someone: Subject): Promise<readonly string[]> {
  const { userId } = someone;
  const nowMs = ctx.clock().getTime();
  if (isListCurrent(ctx, someone)) return someone.guilds ?? [];
  const failed = ctx.state.discord.failures;
  if ((failed.get(userId) ?? 0) > nowMs) return [];
  try {
    return await rereadGuilds(ctx, userId);
  } catch (err) {
    ctx.log.info({ err, userId }, 'A guild list could not be read again');
    if (failed.size >= maxKnown) failed.clear();
    failed.set(userId, nowMs + failureMs);
    return [];
  }
}

function isListCurrent(ctx: Ctx, { isDemo, guildsReadAt }: Subject): boolean {
  const isFresh = guildsReadAt !== undefined && ctx.clock().getTime() - guildsReadAt.getTime() < hourMs;
  // Discord does not know the accounts of the demo world.
  return isFresh || (isDemo && ctx.config.isWorldOn);
}
