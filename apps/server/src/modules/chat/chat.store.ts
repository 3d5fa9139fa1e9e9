import { and, desc, eq, getTableColumns, ilike, inArray, isNull, lt, or, sql, type SQL } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import { prepared, type Db } from '../../db/db.ts';
import { chatMessages } from '../../db/tables/chat.table.ts';
import { servers } from '../../db/tables/servers.table.ts';

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

/** The chat of a cluster; or of a server, with what is said to the whole cluster it is in. */
export type Place = { serverId: string; clusterId: string | null } | { clusterId: string };
type Filter = { search: string | undefined; before: bigint | undefined };

/** Newest first. */
export async function findLines(db: Db, place: Place, filter: Filter, limit: number): Promise<LineRow[]> {
  const lines = linesAt(db, place, filter.before, filter.search ? searchedLines : limit).as('lines');
  return db
    .select()
    .from(lines)
    .where(matches([lines.text, lines.name, lines.survivor], filter.search))
    .orderBy(desc(lines.id))
    .limit(limit);
}

function linesAt(db: Db, place: Place, before: bigint | undefined, limit: number) {
  const isBefore = before === undefined ? undefined : lt(chatMessages.id, before);
  const newest = (where: SQL | undefined) =>
    db
      .select({ ...getTableColumns(chatMessages), serverName: sql<string | null>`${servers.name}`.as('server_name') })
      .from(chatMessages)
      .leftJoin(servers, eq(servers.id, chatMessages.serverId))
      .where(and(where, isBefore))
      .orderBy(desc(chatMessages.id))
      .limit(limit);
  if (!('serverId' in place)) return newest(eq(chatMessages.clusterId, place.clusterId));
  const ofServer = eq(chatMessages.serverId, place.serverId);
  if (place.clusterId === null) return newest(ofServer);
  // Two index scans with a limit each: an OR would read and sort all lines of both.
  const ofCluster = and(isNull(chatMessages.serverId), eq(chatMessages.clusterId, place.clusterId));
  return unionAll(newest(ofServer), newest(ofCluster)).orderBy(desc(chatMessages.id)).limit(limit);
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
