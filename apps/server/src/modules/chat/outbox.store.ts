import { and, asc, eq, inArray, isNotNull, isNull, lt, lte, or, sql } from 'drizzle-orm';
import { prepared, type Db } from '../../db/db.ts';
import { namedStatement } from '../../db/statement.ts';
import { chatOutbox } from '../../db/tables/chat.table.ts';
import { agentConnections } from '../../db/tables/agents.table.ts';
import { servers } from '../../db/tables/servers.table.ts';

export type OutboxRow = typeof chatOutbox.$inferSelect;
/** When a message expires; servers that have been offline since then get none. */
export type Limits = { expiresAt: Date; offlineSince: Date };

type ClusterMessage = { from: string; clusterId: string; message: unknown };

const insertingForClusters = namedStatement<{ server_id: string }>(
  'chat_outbox_for_clusters',
  () => sql`
    insert into ${chatOutbox} (server_id, say, expires_at)
    select target.id, sent.message, ${sql.placeholder('expiresAt')}::timestamptz
    from json_to_recordset(${sql.placeholder('sent')}::json) as sent(place int, "from" text, "clusterId" text, message jsonb)
      join ${servers} target on target.cluster_id = sent."clusterId" and target.id <> sent."from"
        and target.shares_cluster_chat and (target.has_bot_traffic or not ${sql.placeholder('isFromBot')}::boolean)
      left join ${agentConnections} connection on connection.server_id = target.id
    where connection.server_id is not null or target.state_since > ${sql.placeholder('offlineSince')}::timestamptz
    order by sent.place, target.id
    returning server_id`,
);

/** Puts messages into the outbox for the other servers of their clusters that share the chat, in order; returns these servers. */
export async function insertForClusters(
  db: Db,
  messages: readonly ClusterMessage[],
  { expiresAt, offlineSince, isFromBot }: Limits & { isFromBot: boolean },
): Promise<string[]> {
  const sent = JSON.stringify(messages.map((message, place) => ({ ...message, place })));
  const values = { sent, isFromBot, expiresAt: expiresAt.toISOString(), offlineSince: offlineSince.toISOString() };
  const inserted = await insertingForClusters(db, values);
  return [...new Set(inserted.map((target) => target.server_id))];
}

/** Puts a message into the outbox for these servers. */
export async function insertForServers(
  db: Db,
  serverIds: readonly string[],
  message: unknown,
  { expiresAt, offlineSince }: Limits,
): Promise<void> {
  await db.execute(sql`
    insert into ${chatOutbox} (server_id, say, expires_at)
    select target.id, ${JSON.stringify(message)}::jsonb, ${expiresAt.toISOString()}::timestamptz
    from ${servers} target left join ${agentConnections} connection on connection.server_id = target.id
    where target.id in ${serverIds}
      and (connection.server_id is not null or target.state_since > ${offlineSince.toISOString()}::timestamptz)
    order by target.id`);
}

const claimed = prepared((db) => {
  // In a WITH: a plain subquery may run more than once and claim more than one message.
  const first = db.$with('first').as(
    db
      .select({ id: chatOutbox.id, claimedAt: chatOutbox.claimedAt })
      .from(chatOutbox)
      .where(eq(chatOutbox.serverId, sql.placeholder('serverId')))
      .orderBy(asc(chatOutbox.id))
      .limit(1)
      .for('update'),
  );
  return db
    .with(first)
    .update(chatOutbox)
    .set({ claimedAt: sql`${sql.placeholder('now')}` })
    .where(eq(chatOutbox.id, db.select({ id: first.id }).from(first).where(isNull(first.claimedAt))))
    .returning()
    .prepare('chat_outbox_claim');
});

/** Claims the oldest message for a server. Undefined if there is none or one is being sent: one at a time preserves the order. */
export async function claimFirst(db: Db, serverId: string, now: Date): Promise<OutboxRow | undefined> {
  const [row] = await claimed(db).execute({ serverId, now });
  return row;
}

/** It was not sent after all and stays first in the queue. */
export async function release(db: Db, id: bigint): Promise<void> {
  await db.update(chatOutbox).set({ claimedAt: null }).where(eq(chatOutbox.id, id));
}

export async function remove(db: Db, id: bigint): Promise<void> {
  await db.delete(chatOutbox).where(eq(chatOutbox.id, id));
}

/** Removes expired messages, and those that a dead portal was sending: nobody knows whether they arrived. */
export async function deleteExpired(db: Db, now: Date, claimedBefore: Date): Promise<void> {
  const isLate = and(isNull(chatOutbox.claimedAt), lte(chatOutbox.expiresAt, now));
  const isLost = and(isNotNull(chatOutbox.claimedAt), lt(chatOutbox.claimedAt, claimedBefore));
  await db.delete(chatOutbox).where(or(isLate, isLost));
}

/** Retains only the newest waiting messages of a server; returns how many were dropped. */
export async function deleteSurplus(db: Db, serverId: string, limit: number): Promise<number> {
  const isWaiting = and(eq(chatOutbox.serverId, serverId), isNull(chatOutbox.claimedAt));
  const surplus = db
    .select({ id: chatOutbox.id })
    .from(chatOutbox)
    .where(isWaiting)
    .orderBy(sql`${chatOutbox.id} desc`)
    .offset(limit);
  const rows = await db
    .delete(chatOutbox)
    .where(and(isNull(chatOutbox.claimedAt), inArray(chatOutbox.id, surplus)))
    .returning({ id: chatOutbox.id });
  return rows.length;
}

export async function countMessages(db: Db): Promise<number> {
  return await db.$count(chatOutbox);
}

/** Connected servers that messages wait for. */
export async function findTargets(db: Db): Promise<string[]> {
  const rows = await db
    .selectDistinct({ serverId: chatOutbox.serverId })
    .from(chatOutbox)
    .innerJoin(agentConnections, eq(agentConnections.serverId, chatOutbox.serverId))
    .where(isNull(chatOutbox.claimedAt));
  return rows.map(({ serverId }) => serverId);
}
