import { and, asc, eq } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { chatGuilds } from '../../db/tables/chat.table.ts';
import { servers } from '../../db/tables/servers.table.ts';

export type ChatGuild = typeof chatGuilds.$inferSelect;

export async function findGuilds(db: Db, serverId: string): Promise<ChatGuild[]> {
  return db.select().from(chatGuilds).where(eq(chatGuilds.serverId, serverId)).orderBy(asc(chatGuilds.guildId));
}

export async function insertGuild(db: Db, guild: ChatGuild): Promise<void> {
  await db.insert(chatGuilds).values(guild).onConflictDoNothing();
}

export async function deleteGuild(db: Db, { serverId, guildId, kind }: ChatGuild): Promise<void> {
  await db
    .delete(chatGuilds)
    .where(and(eq(chatGuilds.serverId, serverId), eq(chatGuilds.guildId, guildId), eq(chatGuilds.kind, kind)));
}

export async function updateSwitches(
  db: Db,
  serverId: string,
  next: { sharesClusterChat: boolean; hasBotTraffic: boolean },
): Promise<void> {
  await db.update(servers).set(next).where(eq(servers.id, serverId));
}
