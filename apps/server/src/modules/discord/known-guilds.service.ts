import type { KnownGuild } from '@tribehall/contract/discord.contract';
import type { Ctx } from '../../context.ts';
import { fieldError } from '../../errors.ts';
import { requestBot } from './bot.service.ts';
import { guildIconUrl } from './guild-icons.service.ts';

/** The guilds that the bot is in, all or only these; undefined if the bot does not reply. */
export async function findKnownGuilds(ctx: Ctx, guildIds?: readonly string[]): Promise<KnownGuild[] | undefined> {
  if (guildIds?.length === 0) return [];
  const reply = await requestBot(ctx, 'bot.guilds', guildIds ? { guildIds: [...guildIds] } : {});
  return reply?.guilds.map(({ id, name, iconHash }) => ({ id, name, icon: guildIconUrl(ctx, id, iconHash) }));
}

/** For display beside the ids: without the bot there are no names. */
export async function listKnownGuilds(ctx: Ctx, guildIds?: readonly string[]): Promise<KnownGuild[]> {
  return (await findKnownGuilds(ctx, guildIds)) ?? [];
}

/** Refuses a guild that the bot is not in: no message would ever reach it. */
export async function requireKnownGuild(ctx: Ctx, guildId: string): Promise<void> {
  const guilds = await findKnownGuilds(ctx, [guildId]);
  if (guilds === undefined) {
    const message = "The bot isn't connected to Discord right now, so this guild can't be checked. Try again later.";
    throw fieldError('UNAVAILABLE', 'guildId', message);
  }
  if (guilds.length > 0) return;
  const message = 'The bot is not in a guild with this ID. Check the ID, or invite the bot first.';
  throw fieldError('BAD_REQUEST', 'guildId', message);
}
