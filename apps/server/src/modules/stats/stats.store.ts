import { count } from 'drizzle-orm';
import { prepared, type Db } from '../../db/db.ts';
import { links } from '../../db/tables/links.table.ts';

const connectionCount = prepared((db) => db.select({ total: count() }).from(links).prepare('stats_links'));

export async function countConnections(db: Db): Promise<number> {
  const [row] = await connectionCount(db).execute();
  return row?.total ?? 0;
}
