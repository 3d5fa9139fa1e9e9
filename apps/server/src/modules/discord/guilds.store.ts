import { asc } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { discordGuilds } from '../../db/tables/discord.table.ts';

/** What was chosen before that became a database of its own. */
export async function listGuildChannels(db: Db): Promise<(typeof discordGuilds.$inferSelect)[]> {
  return db.select().from(discordGuilds).orderBy(asc(discordGuilds.guildId));
}
