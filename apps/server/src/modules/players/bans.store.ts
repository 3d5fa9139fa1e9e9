import { and, desc, eq } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { bans } from '../../db/tables.ts';

export type BanRow = typeof bans.$inferSelect;

export async function findBans(db: Db, serverId: string, limit: number): Promise<BanRow[]> {
  return db.select().from(bans).where(eq(bans.serverId, serverId)).orderBy(desc(bans.bannedAt)).limit(limit);
}

export async function putBan(db: Db, row: BanRow): Promise<void> {
  const { name, bannedBy, bannedAt } = row;
  await db
    .insert(bans)
    .values(row)
    .onConflictDoUpdate({ target: [bans.serverId, bans.playerId], set: { name, bannedBy, bannedAt } });
}

export async function deleteBan(db: Db, serverId: string, playerId: string): Promise<void> {
  await db.delete(bans).where(and(eq(bans.serverId, serverId), eq(bans.playerId, playerId)));
}
