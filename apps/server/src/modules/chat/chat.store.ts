import { and, desc, eq, getTableColumns, ilike, inArray, isNull, lt, or, sql, type SQL } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import type { Db } from '../../db/db.ts';
import { namedStatement } from '../../db/statement.ts';
import { chatMessages } from '../../db/tables/chat.table.ts';
import { servers } from '../../db/tables/servers.table.ts';

export type NewMessageRow = typeof chatMessages.$inferInsert;
export type MessageRow = typeof chatMessages.$inferSelect & { serverName: string | null };

/** How many messages a search goes back: it has to read each of them. */
const searchedMessages = 20_000;

const inserting = namedStatement<{ id: string }>(
  'chat_insert_messages',
  () => sql`
    insert into ${chatMessages} (at, kind, server_id, cluster_id, player_id, user_id, name, survivor, tribe, text)
    select at, kind, "serverId", "clusterId", "playerId", "userId", name, survivor, tribe, text
    from json_to_recordset(${sql.placeholder('sent')}::json) as sent(at timestamptz, kind text, "serverId" text,
      "clusterId" text, "playerId" text, "userId" text, name text, survivor text, tribe text, text text)
    returning id`,
);

/** With rising ids in the given order: they are inserted as they are listed. */
export async function insertMessages(
  db: Db,
  rows: readonly NewMessageRow[],
): Promise<(typeof chatMessages.$inferSelect)[]> {
  if (rows.length === 0) return [];
  const inserted = await inserting(db, { sent: JSON.stringify(rows) });
  return rows.map((row, index) => ({
    ...row,
    id: BigInt(inserted[index]?.id ?? 0),
    serverId: row.serverId ?? null,
    clusterId: row.clusterId ?? null,
    playerId: row.playerId ?? null,
    userId: row.userId ?? null,
    survivor: row.survivor ?? null,
    tribe: row.tribe ?? null,
  }));
}

/** What a player said, on these servers and to all servers of these clusters. */
export type PlayerScope = { playerId: string; serverIds: readonly string[]; clusterIds: readonly string[] };
/** The chat of a cluster; or of a server, including messages to its whole cluster; or of one player. */
export type ChatScope = { serverId: string; clusterId: string | null } | { clusterId: string } | PlayerScope;
type Filter = { search: string | undefined; before: bigint | undefined };

/** Newest first. */
export async function findMessages(db: Db, scope: ChatScope, filter: Filter, limit: number): Promise<MessageRow[]> {
  const messages = messagesIn(db, scope, filter.before, filter.search ? searchedMessages : limit).as('messages');
  return db
    .select()
    .from(messages)
    .where(
      matches('playerId' in scope ? [messages.text] : [messages.text, messages.name, messages.survivor], filter.search),
    )
    .orderBy(desc(messages.id))
    .limit(limit);
}

function messagesIn(db: Db, scope: ChatScope, before: bigint | undefined, limit: number) {
  const isBefore = before === undefined ? undefined : lt(chatMessages.id, before);
  const newest = (where: SQL | undefined) =>
    db
      .select({ ...getTableColumns(chatMessages), serverName: sql<string | null>`${servers.name}`.as('server_name') })
      .from(chatMessages)
      .leftJoin(servers, eq(servers.id, chatMessages.serverId))
      .where(and(where, isBefore))
      .orderBy(desc(chatMessages.id))
      .limit(limit);
  if ('playerId' in scope) return newest(saidBy(scope));
  if (!('serverId' in scope)) return newest(eq(chatMessages.clusterId, scope.clusterId));
  const ofServer = eq(chatMessages.serverId, scope.serverId);
  if (scope.clusterId === null) return newest(ofServer);
  // Two index scans with a limit each: an OR would read and sort all messages of both.
  const ofCluster = and(isNull(chatMessages.serverId), eq(chatMessages.clusterId, scope.clusterId));
  return unionAll(newest(ofServer), newest(ofCluster)).orderBy(desc(chatMessages.id)).limit(limit);
}

function saidBy({ playerId, serverIds, clusterIds }: PlayerScope): SQL | undefined {
  const toCluster = and(isNull(chatMessages.serverId), inArray(chatMessages.clusterId, [...clusterIds]));
  return and(eq(chatMessages.playerId, playerId), or(inArray(chatMessages.serverId, [...serverIds]), toCluster));
}

function matches(columns: Parameters<typeof ilike>[0][], search: string | undefined): SQL | undefined {
  if (!search) return undefined;
  const pattern = `%${search.replace(/[\\%_]/g, '\\$&')}%`;
  return or(...columns.map((column) => ilike(column, pattern)));
}

/** Removes some of the older messages and returns how many. Several processes doing so do not wait for each other. */
export async function deleteMessagesBefore(db: Db, limit: Date, atMost: number): Promise<number> {
  // In a WITH: a plain subquery may run more than once and lock more messages than it may.
  const old = db
    .$with('old')
    .as(
      db
        .select({ id: chatMessages.id })
        .from(chatMessages)
        .where(lt(chatMessages.at, limit))
        .limit(atMost)
        .for('update', { skipLocked: true }),
    );
  const deleted = await db
    .with(old)
    .delete(chatMessages)
    .where(inArray(chatMessages.id, db.select({ id: old.id }).from(old)))
    .returning({ one: sql`1` });
  return deleted.length;
}
