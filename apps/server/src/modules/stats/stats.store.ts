import { count } from 'drizzle-orm';
import { prepared, type Db } from '../../db/db.ts';
import { agentConnections } from '../../db/tables/agents.table.ts';

const connectionCount = prepared((db) =>
  db.select({ total: count() }).from(agentConnections).prepare('stats_connections'),
);

export async function countConnections(db: Db): Promise<number> {
  const [row] = await connectionCount(db).execute();
  return row?.total ?? 0;
}
