import { roles } from '@tribehall/contract';
import type { Ctx } from '../../context.ts';
import { perPortal } from '../../platform/per-portal.ts';
import { askBot } from './bot.service.ts';
import { rereadGuilds } from './connection.service.ts';

/** Whose membership is in question, with what is stored of the linked account. */
export type Someone = {
  userId: string;
  roles: readonly number[];
  isDemo: boolean;
  discordId: string | undefined;
  guilds: readonly string[] | undefined;
  guildsReadAt: Date | undefined;
};

const hourMs = 60 * 60 * 1000;
/** The bot knows at once who left; a page asks for many things at once. */
const botAnswerMs = 1000;
const silenceMs = 15_000;
const failureMs = 60_000;
const maxKnown = 10_000;

type Known = { isMember: boolean | undefined; untilMs: number };

const botAnswers = perPortal(() => new Map<string, Known>());
const failures = perPortal(() => new Map<string, number>());

/** Whether the Ski Bap pages are open: asked of the bot, then of the stored list; where neither is sure, they are not. */
export async function isGuildMember(ctx: Ctx, someone: Someone): Promise<boolean> {
  const { GUILD_ID: guildId } = ctx.config;
  const { discordId } = someone;
  if (guildId === undefined || discordId === undefined || someone.roles.includes(roles.DiscordBot)) return false;
  return (await askTheBot(ctx, guildId, discordId)) ?? (await currentGuilds(ctx, someone)).includes(guildId);
}

async function askTheBot(ctx: Ctx, guildId: string, discordId: string): Promise<boolean | undefined> {
  const answers = botAnswers(ctx);
  const nowMs = ctx.clock().getTime();
  const known = answers.get(discordId);
  if (known && known.untilMs > nowMs) return known.isMember;
  const isMember = (await askBot(ctx, 'bot.member', { guildId, discordId }))?.isMember;
  if (answers.size >= maxKnown) answers.clear();
  answers.set(discordId, { isMember, untilMs: nowMs + (isMember === undefined ? silenceMs : botAnswerMs) });
  return isMember;
}

/** The stored list, read again when it is old; one that cannot be read is empty. */
async function currentGuilds(ctx: Ctx, { userId, isDemo, guilds, guildsReadAt }: Someone): Promise<readonly string[]> {
  const nowMs = ctx.clock().getTime();
  const isYoung = guildsReadAt !== undefined && nowMs - guildsReadAt.getTime() < hourMs;
  // Nobody at Discord knows the accounts of the demo world.
  if (isYoung || (isDemo && ctx.config.isWorldOn)) return guilds ?? [];
  const failed = failures(ctx);
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
