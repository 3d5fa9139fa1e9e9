import { and, asc, desc, eq, gt, isNull } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { blokkenRounds } from '../../db/tables/blokken.table.ts';

export type RoundRow = typeof blokkenRounds.$inferSelect;

/** Violates `blokken_rounds_running` where a round is running in the channel. */
export async function insertRound(db: Db, row: typeof blokkenRounds.$inferInsert): Promise<RoundRow> {
  const [inserted] = await db.insert(blokkenRounds).values(row).returning();
  if (!inserted) throw new Error('The insert returned no row');
  return inserted;
}

/** Also rounds whose time is up. */
export async function findNotEnded(db: Db): Promise<RoundRow[]> {
  return db.select().from(blokkenRounds).where(isNull(blokkenRounds.endedAt)).orderBy(asc(blokkenRounds.startedAt));
}

/** Rounds that can be solved, newest first. */
export async function findOpen(db: Db, now: Date): Promise<RoundRow[]> {
  const isOpen = and(isNull(blokkenRounds.endedAt), gt(blokkenRounds.endsAt, now));
  return db.select().from(blokkenRounds).where(isOpen).orderBy(desc(blokkenRounds.startedAt), asc(blokkenRounds.id));
}

/** Of several concurrent solutions only one wins; undefined for the others. */
export async function solveRound(
  db: Db,
  id: string,
  { solvedBy, now }: { solvedBy: string; now: Date },
): Promise<RoundRow | undefined> {
  const { endedAt, endsAt } = blokkenRounds;
  const [row] = await db
    .update(blokkenRounds)
    .set({ solvedBy, endedAt: now })
    .where(and(eq(blokkenRounds.id, id), isNull(endedAt), gt(endsAt, now)))
    .returning();
  return row;
}

/** Ends a round that nobody solved; undefined where it has ended already. */
export async function endRound(db: Db, id: string, now: Date): Promise<RoundRow | undefined> {
  const [row] = await db
    .update(blokkenRounds)
    .set({ endedAt: now })
    .where(and(eq(blokkenRounds.id, id), isNull(blokkenRounds.endedAt)))
    .returning();
  return row;
}
