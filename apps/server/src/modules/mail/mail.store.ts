import { and, asc, count, desc, eq, getTableColumns, gte, inArray, lt, ne, notInArray, or, sql } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { mails } from '../../db/tables/mail.table.ts';
import { linkedPlayers, onlinePlayers } from '../../db/tables/players.table.ts';
import { servers } from '../../db/tables/servers.table.ts';
import { users } from '../../db/tables/users.table.ts';

export type MailRow = typeof mails.$inferSelect;
export type Target = { serverId: string; playerId: string };

const isUndelivered = inArray(mails.state, ['waiting', 'delivering']);

/** Locks the sender until the end of the transaction: concurrent mails are counted one after the other. */
export async function lockSender(db: Db, senderId: string): Promise<void> {
  await db.select({ id: users.id }).from(users).where(eq(users.id, senderId)).for('no key update');
}

export async function countUndelivered(db: Db, senderId: string, serverId: string): Promise<number> {
  const [row] = await db
    .select({ total: count() })
    .from(mails)
    .where(and(eq(mails.senderId, senderId), eq(mails.serverId, serverId), isUndelivered));
  return row?.total ?? 0;
}

export async function insertMail(db: Db, mail: typeof mails.$inferInsert): Promise<MailRow> {
  const [row] = await db.insert(mails).values(mail).returning();
  if (!row) throw new Error('The insert returned no row');
  return row;
}

export async function findSent(db: Db, senderId: string, serverId: string, limit: number): Promise<MailRow[]> {
  return db
    .select()
    .from(mails)
    .where(and(eq(mails.senderId, senderId), eq(mails.serverId, serverId)))
    .orderBy(desc(mails.sentAt), desc(mails.id))
    .limit(limit);
}

/** Mail to a player that some people may see: its sender, the admins of its server, or the player, who sees all of it. */
export type MailSight = { senderId: string; serverIds: readonly string[]; isAll: boolean };
export type MailCursor = { sentAt: Date; id: string };

/** Newest first. */
export async function findMailTo(
  db: Db,
  playerId: string,
  { senderId, serverIds, isAll }: MailSight,
  { before, limit }: { before: MailCursor | undefined; limit: number },
): Promise<(MailRow & { serverName: string })[]> {
  return db
    .select({ ...getTableColumns(mails), serverName: servers.name })
    .from(mails)
    .innerJoin(servers, eq(servers.id, mails.serverId))
    .where(
      and(
        eq(mails.playerId, playerId),
        isAll ? undefined : or(eq(mails.senderId, senderId), inArray(mails.serverId, [...serverIds])),
        before && or(lt(mails.sentAt, before.sentAt), and(eq(mails.sentAt, before.sentAt), lt(mails.id, before.id))),
      ),
    )
    .orderBy(desc(mails.sentAt), desc(mails.id))
    .limit(limit);
}

/** Mail of others to any of these players since then: how many, and the newest. */
export async function findNewTo(
  db: Db,
  playerIds: readonly string[],
  { from, exceptSenderId }: { from: Date; exceptSenderId: string },
): Promise<(Pick<MailRow, 'senderName' | 'subject' | 'playerId' | 'sentAt'> & { total: number }) | undefined> {
  const { senderName, subject, playerId, sentAt } = mails;
  const [row] = await db
    .select({ senderName, subject, playerId, sentAt, total: sql<number>`count(*) over ()::int` })
    .from(mails)
    .where(and(inArray(playerId, [...playerIds]), gte(sentAt, from), ne(mails.senderId, exceptSenderId)))
    .orderBy(desc(sentAt), desc(mails.id))
    .limit(1);
  return row;
}

/** The users who have linked this player, on any server. */
export async function findOwners(
  db: Db,
  playerId: string,
  { exceptUserId }: { exceptUserId: string },
): Promise<string[]> {
  const rows = await db
    .selectDistinct({ userId: linkedPlayers.userId })
    .from(linkedPlayers)
    .where(and(eq(linkedPlayers.playerId, playerId), ne(linkedPlayers.userId, exceptUserId)));
  return rows.map(({ userId }) => userId);
}

export async function findMail(db: Db, id: string): Promise<MailRow | undefined> {
  const [row] = await db.select().from(mails).where(eq(mails.id, id));
  return row;
}

/** The player's name in the sender's last mail to them. */
export async function findEarlierName(db: Db, senderId: string, target: Target): Promise<string | undefined> {
  const [row] = await db
    .select({ name: mails.playerName })
    .from(mails)
    .where(and(eq(mails.senderId, senderId), eq(mails.serverId, target.serverId), eq(mails.playerId, target.playerId)))
    .orderBy(desc(mails.sentAt))
    .limit(1);
  return row?.name;
}

export async function deleteWaiting(db: Db, id: string): Promise<boolean> {
  const deleted = await db
    .delete(mails)
    .where(and(eq(mails.id, id), eq(mails.state, 'waiting')))
    .returning({ id: mails.id });
  return deleted.length === 1;
}

/** Claims a waiting mail: this one, or the oldest to a player except some. Of several concurrent callers, one gets it. */
export async function claimMail(
  db: Db,
  which: { id: string } | (Target & { except: string[] }),
  now: Date,
): Promise<MailRow | undefined> {
  const isWanted =
    'id' in which
      ? eq(mails.id, which.id)
      : and(eq(mails.serverId, which.serverId), eq(mails.playerId, which.playerId), notInArray(mails.id, which.except));
  // In a WITH: a plain subquery may run more than once and claim more than one mail.
  const next = db.$with('next').as(
    db
      .select({ id: mails.id })
      .from(mails)
      .where(and(isWanted, eq(mails.state, 'waiting')))
      .orderBy(asc(mails.sentAt), asc(mails.id))
      .limit(1)
      .for('update', { skipLocked: true }),
  );
  const nameNow = sql<string>`coalesce((select ${onlinePlayers.name} from ${onlinePlayers}
    where ${onlinePlayers.serverId} = ${mails.serverId} and ${onlinePlayers.playerId} = ${mails.playerId}),
    ${mails.playerName})`;
  const [row] = await db
    .with(next)
    .update(mails)
    .set({ state: 'delivering', claimedAt: now, playerName: nameNow })
    .where(eq(mails.id, db.select({ id: next.id }).from(next)))
    .returning();
  return row;
}

export type MailOutcome = {
  state: 'waiting' | 'delivered' | 'failed';
  attempts?: number;
  reason?: string;
  deliveredAt?: Date;
};

/** Ends a claim. If another process has claimed the mail meanwhile, only a delivery still counts. */
export async function applyOutcome(db: Db, claim: MailRow, outcome: MailOutcome): Promise<MailRow | undefined> {
  const isMine =
    outcome.state === 'delivered' || claim.claimedAt === null ? isUndelivered : eq(mails.claimedAt, claim.claimedAt);
  const [row] = await db
    .update(mails)
    .set({ ...outcome, claimedAt: null })
    .where(and(eq(mails.id, claim.id), isMine))
    .returning();
  return row;
}

/** Releases the claims of processes that died. */
export async function releaseClaims(db: Db, claimedBefore: Date): Promise<void> {
  await db
    .update(mails)
    .set({ state: 'waiting', claimedAt: null })
    .where(and(eq(mails.state, 'delivering'), lt(mails.claimedAt, claimedBefore)));
}

/** The players with waiting mail who were online at the server's last report, by server. */
export async function findDeliverable(db: Db): Promise<{ serverId: string; playerIds: string[] }[]> {
  return db
    .select({
      serverId: mails.serverId,
      playerIds: sql<string[]>`array_agg(distinct ${mails.playerId})`,
    })
    .from(mails)
    .innerJoin(
      onlinePlayers,
      and(eq(onlinePlayers.serverId, mails.serverId), eq(onlinePlayers.playerId, mails.playerId)),
    )
    .where(eq(mails.state, 'waiting'))
    .groupBy(mails.serverId);
}

/** Those of these players who have mail waiting: most players who join have none. */
export async function findRecipients(db: Db, serverId: string, playerIds: string[]): Promise<string[]> {
  const rows = await db
    .selectDistinct({ playerId: mails.playerId })
    .from(mails)
    .where(
      and(
        eq(mails.serverId, serverId),
        eq(mails.state, 'waiting'),
        sql`${mails.playerId} = any(${sql.param(playerIds)}::text[])`,
      ),
    );
  return rows.map(({ playerId }) => playerId);
}

export async function failWaitingSince(db: Db, sentBefore: Date, reason: string): Promise<MailRow[]> {
  return db
    .update(mails)
    .set({ state: 'failed', reason })
    .where(and(eq(mails.state, 'waiting'), lt(mails.sentAt, sentBefore)))
    .returning();
}
