import type { Db } from '../../db/db.ts';
import { discordConnections } from '../../db/tables.ts';

export async function insertConnection(db: Db, row: typeof discordConnections.$inferInsert): Promise<void> {
  await db.insert(discordConnections).values(row);
}
