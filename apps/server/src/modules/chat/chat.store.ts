import { and, desc, eq, getTableColumns, ilike, inArray, lt, or, sql, type SQL } from 'drizzle-orm';
import { prepared, type Db } from '../../db/db.ts';
import { chatMessages, servers } from '../../db/tables.ts';

export type NewLineRow = typeof chatMessages.$inferInsert;
export type LineRow = typeof chatMessages.$inferSelect & { serverName: string | null };

/** How far back a search looks: it reads every line on its way. */
const searchedLines = 20_000;

const newLine = prepared((db) =>
  db
    .insert(chatMessages)
    .values({
      at: sql.placeholder('at'),
      kind: sql.placeholder('kind'),
      serverId: sql.placeholder('serverId'),
      clusterId: sql.placeholder('clusterId'),
      playerId: sql.placeholder('playerId'),
      userId: sql.placeholder('userId'),
      name: sql.placeholder('name'),
      survivor: sql.placeholder('survivor'),
      tribe: sql.placeholder('tribe'),
      text: sql.placeholder('text'),
    })
    .returning()
    .prepare('chat_new_line'),
);

export async function insertLine(db: Db, row: NewLineRow): Promise<typeof chatMessages.$inferSelect> {
  const optional = { serverId: null, clusterId: null, playerId: null, userId: null, survivor: null, tribe: null };
  const [inserted] = await newLine(db).execute({ ...optional, ...row });
  if (!inserted) throw new Error('An insert answered no row');
  return inserted;
}

/** Newest first. */
export async function findLines(
  db: Db,
  place: { serverId: string } | { clusterId: string },
  filter: { search: string | undefined; before: bigint | undefined },
  limit: number,
): Promise<LineRow[]> {
  const isThere =
    'serverId' in place ? eq(chatMessages.serverId, place.serverId) : eq(chatMessages.clusterId, place.clusterId);
  const lines = db
    .select({ ...getTableColumns(chatMessages), serverName: sql<string | null>`${servers.name}`.as('server_name') })
    .from(chatMessages)
    .leftJoin(servers, eq(servers.id, chatMessages.serverId))
    .where(and(isThere, filter.before === undefined ? undefined : lt(chatMessages.id, filter.before)))
    .orderBy(desc(chatMessages.id))
    .limit(filter.search ? searchedLines : limit)
    .as('lines');
  return db
    .select()
    .from(lines)
    .where(matches([lines.text, lines.name], filter.search))
    .orderBy(desc(lines.id))
    .limit(limit);
}

function matches(columns: Parameters<typeof ilike>[0][], search: string | undefined): SQL | undefined {
  if (!search) return undefined;
  const pattern = `%${search.replace(/[\\%_]/g, '\\$&')}%`;
  return or(...columns.map((column) => ilike(column, pattern)));
}

/** Removes some of the lines said before, and answers how many. Several processes at it do not wait for each other. */
export async function deleteLinesBefore(db: Db, limit: Date, atMost: number): Promise<number> {
  const old = db
    .select({ id: chatMessages.id })
    .from(chatMessages)
    .where(lt(chatMessages.at, limit))
    .limit(atMost)
    .for('update', { skipLocked: true });
  const deleted = await db
    .delete(chatMessages)
    .where(inArray(chatMessages.id, old))
    .returning({ one: sql`1` });
  return deleted.length;
}
