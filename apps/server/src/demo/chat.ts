import type { Ctx } from '../context.ts';
import { readGuildChannels, setGuildChannel } from '../modules/discord/guilds.service.ts';
import { insertGuild } from './demo.store.ts';

/** Channels of the simulated Discord. */
const channels = { relay: '100000000000000102', log: '100000000000000103' } as const;

/** Connects the chat of new demo servers with the demo's guild, both ways. */
export async function seedDemoChat(ctx: Ctx, newServers: readonly string[]): Promise<void> {
  const { GUILD_ID: guildId } = ctx.config;
  if (guildId === undefined) return;
  const { relayChannelId, logChannelId } = await readGuildChannels(ctx, guildId);
  const by = { discordId: '0', name: 'demo world' };
  if (relayChannelId === null) await setGuildChannel(ctx, by, guildId, { use: 'relay', channelId: channels.relay });
  if (logChannelId === null) await setGuildChannel(ctx, by, guildId, { use: 'log', channelId: channels.log });
  for (const serverId of newServers)
    for (const kind of ['relay', 'log'] as const) await insertGuild(ctx.db, { serverId, guildId, kind });
}
