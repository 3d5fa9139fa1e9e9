import { and, asc, desc, eq, ilike, or, type SQL } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { bans } from '../../db/tables/players.table.ts';

export type BanRow = typeof bans.$inferSelect;

/** Newest first; `search` matches a part of the name or the id. */
export async function findBans(db: Db, serverId: string, search: string, limit: number): Promise<BanRow[]> {
  return db
    .select()
    .from(bans)
    .where(isListed(serverId, search))
    .orderBy(desc(bans.bannedAt), asc(bans.playerId))
    .limit(limit);
}

export async function countBans(db: Db, serverId: string, search: string): Promise<number> {
  return db.$count(bans, isListed(serverId, search));
}

function isListed(serverId: string, search: string): SQL | undefined {
  const ofServer = eq(bans.serverId, serverId);
  if (search === '') return ofServer;
  const pattern = `%${search.replace(/[\\%_]/g, '\\$&')}%`;
  return and(ofServer, or(ilike(bans.name, pattern), ilike(bans.playerId, pattern)));
}

export async function findBan(db: Db, serverId: string, playerId: string): Promise<BanRow | undefined> {
  const [row] = await db
    .select()
    .from(bans)
    .where(and(eq(bans.serverId, serverId), eq(bans.playerId, playerId)));
  return row;
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
