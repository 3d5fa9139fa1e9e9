import { inTransaction, type Ctx } from '../../context.ts';
import { record } from '../audit/audit.service.ts';
import * as store from './guilds.store.ts';

export type GuildChannels = store.GuildChannels;

/** What a channel of a guild is for. */
export type ChannelUse = 'log' | 'relay' | 'music';

const columns = {
  log: 'logChannelId',
  relay: 'relayChannelId',
  music: 'voiceChannelId',
} as const satisfies Record<ChannelUse, keyof GuildChannels>;

/** Which channels are chosen in a guild; null where none is. */
export async function readGuildChannels(ctx: Ctx, guildId: string): Promise<GuildChannels> {
  const chosen = await store.findGuildChannels(ctx.db, guildId);
  return chosen ?? { logChannelId: null, relayChannelId: null, voiceChannelId: null };
}

/** Chosen on Discord, by someone who runs the guild there. */
export async function setGuildChannel(
  ctx: Ctx,
  by: { discordId: string; name: string },
  guildId: string,
  { use, channelId }: { use: ChannelUse; channelId: string },
): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    await store.putGuildChannels(ctx.db, guildId, { [columns[use]]: channelId });
    const actor = { userId: null, username: by.name, address: `discord:${by.discordId}` };
    const entry = { action: 'discord.channel', target: guildId, outcome: 'done' };
    await record(ctx, actor, { ...entry, details: { use, channelId } });
  });
}
