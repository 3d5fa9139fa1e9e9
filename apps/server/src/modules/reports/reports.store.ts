import {
  and,
  count,
  desc,
  eq,
  getTableColumns,
  ilike,
  inArray,
  isNull,
  lt,
  lte,
  notInArray,
  or,
  sql,
  type SQL,
} from 'drizzle-orm';
import type { ReportState } from '@tribehall/contract/shared/report-states';
import type { Db } from '../../db/db.ts';
import { reportComments, reports } from '../../db/tables/moderation.table.ts';
import { linkedPlayers } from '../../db/tables/players.table.ts';

export type ReportRow = typeof reports.$inferSelect;
export type CommentRow = typeof reportComments.$inferSelect;
type CountedRow = ReportRow & { commentCount: number };

/** Who reads the queue. Admins see everything; others the servers they moderate, without reports about themselves. */
export type Reader = { userId: string; servers: 'all' | readonly string[] };

const isVisibleTo = (db: Db, { userId, servers }: Reader): SQL | undefined => {
  if (servers === 'all') return undefined;
  const own = db.select({ id: linkedPlayers.playerId }).from(linkedPlayers).where(eq(linkedPlayers.userId, userId));
  return and(inArray(reports.serverId, [...servers]), or(isNull(reports.playerId), notInArray(reports.playerId, own)));
};

const counted = (db: Db) => {
  const comments = db
    .select({ total: sql`count(*)::int` })
    .from(reportComments)
    .where(eq(reportComments.reportId, reports.id));
  return { ...getTableColumns(reports), commentCount: sql<number>`(${comments})` };
};

export type Filter = {
  state: ReportState | undefined;
  serverId: string | undefined;
  assigneeId: string | undefined;
  search: string | undefined;
  before: { createdAt: Date; id: string } | undefined;
};

/** Newest first. */
export async function findPage(db: Db, reader: Reader, filter: Filter, limit: number): Promise<CountedRow[]> {
  const { state, serverId, assigneeId, search, before } = filter;
  return db
    .select(counted(db))
    .from(reports)
    .where(
      and(
        isVisibleTo(db, reader),
        state && eq(reports.state, state),
        serverId === undefined ? undefined : eq(reports.serverId, serverId),
        assigneeId === undefined ? undefined : eq(reports.assigneeId, assigneeId),
        search ? matches(search) : undefined,
        before &&
          or(
            lt(reports.createdAt, before.createdAt),
            and(eq(reports.createdAt, before.createdAt), lt(reports.id, before.id)),
          ),
      ),
    )
    .orderBy(desc(reports.createdAt), desc(reports.id))
    .limit(limit);
}

function matches(search: string): SQL | undefined {
  const pattern = `%${search.replace(/[\\%_]/g, '\\$&')}%`;
  const columns = [reports.playerName, reports.playerId, reports.reporterName, reports.text];
  return or(...columns.map((column) => ilike(column, pattern)));
}

export async function countOpen(db: Db, reader: Reader): Promise<number> {
  const [row] = await db
    .select({ total: count() })
    .from(reports)
    .where(and(eq(reports.state, 'open'), isVisibleTo(db, reader)));
  return row?.total ?? 0;
}

/** Undefined if there is none that the reader may see. */
export async function findReport(db: Db, reader: Reader, id: string): Promise<CountedRow | undefined> {
  const [row] = await db
    .select(counted(db))
    .from(reports)
    .where(and(eq(reports.id, id), isVisibleTo(db, reader)));
  return row;
}

/** The same, locked until the end of the transaction. */
export async function lockReport(db: Db, reader: Reader, id: string): Promise<ReportRow | undefined> {
  const [row] = await db
    .select()
    .from(reports)
    .where(and(eq(reports.id, id), isVisibleTo(db, reader)))
    .for('update');
  return row;
}

export async function updateReport(db: Db, id: string, change: Partial<ReportRow>): Promise<void> {
  await db.update(reports).set(change).where(eq(reports.id, id));
}

export async function insertReport(db: Db, report: typeof reports.$inferInsert): Promise<ReportRow> {
  const [row] = await db.insert(reports).values(report).returning();
  if (!row) throw new Error('The insert returned no row');
  return row;
}

export async function findComments(db: Db, reportId: string): Promise<CommentRow[]> {
  return db
    .select()
    .from(reportComments)
    .where(eq(reportComments.reportId, reportId))
    .orderBy(reportComments.at, reportComments.id);
}

export async function countComments(db: Db, reportId: string): Promise<number> {
  const [row] = await db.select({ total: count() }).from(reportComments).where(eq(reportComments.reportId, reportId));
  return row?.total ?? 0;
}

export async function insertComment(db: Db, comment: CommentRow): Promise<void> {
  await db.insert(reportComments).values(comment);
}

/** Those that a user made, also in the game as a linked character; newest first. */
export async function findOwn(db: Db, userId: string, limit: number): Promise<ReportRow[]> {
  return db
    .select()
    .from(reports)
    .where(eq(reports.userId, userId))
    .orderBy(desc(reports.createdAt), desc(reports.id))
    .limit(limit);
}

/** Forgets the name of a user who is removed; what they reported stays. */
export async function redactUser(db: Db, userId: string, name: string): Promise<void> {
  await db
    .update(reports)
    .set({ reporterName: name })
    .where(and(eq(reports.userId, userId), isNull(reports.reporterPlayerId)));
  await db.update(reports).set({ assigneeId: null, assignee: null }).where(eq(reports.assigneeId, userId));
}

/** Leases the oldest report that is to be posted on Discord: nobody else gets it before `retryAt`. */
export async function claimPost(
  db: Db,
  { now, retryAt }: { now: Date; retryAt: Date },
): Promise<ReportRow | undefined> {
  const due = db
    .$with('due')
    .as(
      db
        .select({ id: reports.id })
        .from(reports)
        .where(lte(reports.postDueAt, now))
        .orderBy(reports.postDueAt)
        .limit(1)
        .for('update', { skipLocked: true }),
    );
  const [row] = await db
    .with(due)
    .update(reports)
    .set({ postDueAt: retryAt })
    .where(inArray(reports.id, db.select({ id: due.id }).from(due)))
    .returning();
  return row;
}
