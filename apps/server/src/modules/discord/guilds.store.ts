import { eq } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { discordGuilds } from '../../db/tables.ts';

export type GuildChannels = Omit<typeof discordGuilds.$inferSelect, 'guildId'>;

export async function findGuildChannels(db: Db, guildId: string): Promise<GuildChannels | undefined> {
  const { logChannelId, relayChannelId, voiceChannelId } = discordGuilds;
  const [row] = await db
    .select({ logChannelId, relayChannelId, voiceChannelId })
    .from(discordGuilds)
    .where(eq(discordGuilds.guildId, guildId));
  return row;
}

export async function putGuildChannels(db: Db, guildId: string, change: Partial<GuildChannels>): Promise<void> {
  await db
    .insert(discordGuilds)
    .values({ guildId, ...change })
    .onConflictDoUpdate({ target: discordGuilds.guildId, set: change });
}
