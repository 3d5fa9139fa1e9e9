import { and, asc, eq, gt, isNull } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { blokkenRounds } from '../../db/music-tables.ts';

export type RoundRow = typeof blokkenRounds.$inferSelect;

/** A round in a channel where one runs already runs into `blokken_rounds_running`. */
export async function insertRound(db: Db, row: typeof blokkenRounds.$inferInsert): Promise<RoundRow> {
  const [inserted] = await db.insert(blokkenRounds).values(row).returning();
  if (!inserted) throw new Error('An insert answered no row');
  return inserted;
}

export async function findRunning(db: Db): Promise<RoundRow[]> {
  return db.select().from(blokkenRounds).where(isNull(blokkenRounds.endedAt)).orderBy(asc(blokkenRounds.startedAt));
}

/** Of several who have the word at once, one has solved it. */
export async function solveRound(
  db: Db,
  { channelId, word }: { channelId: string; word: string },
  { solvedBy, now }: { solvedBy: string; now: Date },
): Promise<RoundRow | undefined> {
  const { endedAt, endsAt } = blokkenRounds;
  const isIt = and(eq(blokkenRounds.channelId, channelId), eq(blokkenRounds.word, word));
  const [row] = await db
    .update(blokkenRounds)
    .set({ solvedBy, endedAt: now })
    .where(and(isIt, isNull(endedAt), gt(endsAt, now)))
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
