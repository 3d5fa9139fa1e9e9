import { and, asc, eq, inArray, isNotNull, isNull, lt, lte, or, sql, type SQL } from 'drizzle-orm';
import { prepared, type Db } from '../../db/db.ts';
import { chatOutbox } from '../../db/tables/chat.table.ts';
import { agentConnections } from '../../db/tables/agents.table.ts';
import { servers } from '../../db/tables/servers.table.ts';

export type OutboxRow = typeof chatOutbox.$inferSelect;
type NewRows = { messages: readonly unknown[]; expiresAt: Date };

/** Where a message goes: to the other servers of a cluster that share its chat, or to these. */
type Targets = { from: { id: string; clusterId: string }; isFromBot: boolean } | { serverIds: readonly string[] };

/** Puts messages into the outbox for each target, in order, and returns the targets. Servers offline since `offlineSince` get none. */
export async function insertMessages(db: Db, targets: Targets, rows: NewRows, offlineSince: Date): Promise<string[]> {
  const { rows: inserted } = await db.execute<{ server_id: string }>(sql`
    insert into ${chatOutbox} (server_id, say, expires_at)
    select target.id, message.say, ${rows.expiresAt.toISOString()}::timestamptz
    from jsonb_array_elements(${JSON.stringify(rows.messages)}::jsonb) with ordinality message(say, place)
      cross join ${servers} target left join ${agentConnections} connection on connection.server_id = target.id
    where ${isTarget(targets)}
      and (connection.server_id is not null or target.state_since > ${offlineSince.toISOString()}::timestamptz)
    order by message.place, target.id
    returning server_id`);
  return [...new Set(inserted.map((target) => target.server_id))];
}

function isTarget(targets: Targets): SQL {
  if ('serverIds' in targets) return sql`target.id in ${targets.serverIds}`;
  const { from, isFromBot } = targets;
  const isOther = sql`target.cluster_id = ${from.clusterId} and target.id <> ${from.id}`;
  return sql`${isOther} and target.shares_cluster_chat and (target.has_bot_traffic or not ${isFromBot}::boolean)`;
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

/** Connected servers that messages wait for. */
export async function findTargets(db: Db): Promise<string[]> {
  const rows = await db
    .selectDistinct({ serverId: chatOutbox.serverId })
    .from(chatOutbox)
    .innerJoin(agentConnections, eq(agentConnections.serverId, chatOutbox.serverId))
    .where(isNull(chatOutbox.claimedAt));
  return rows.map(({ serverId }) => serverId);
}
