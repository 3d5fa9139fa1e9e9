import { and, count, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { playerNotes, playerNoteVersions } from '../../db/tables/notes.table.ts';

export type NoteRow = typeof playerNotes.$inferSelect;
export type VersionRow = typeof playerNoteVersions.$inferSelect;

/** Any number, the same in every process. */
const playerLock = 7_426_011;

/** Locks the notes about a player until the end of the transaction: new ones are counted one after the other. */
export async function lockPlayer(db: Db, playerId: string): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(${playerLock}, hashtext(${playerId}))`);
}

export async function countNotes(db: Db, playerId: string): Promise<number> {
  const [row] = await db.select({ total: count() }).from(playerNotes).where(isAbout(playerId));
  return row?.total ?? 0;
}

/** Without those that were removed, the newest first. */
export async function findNotes(db: Db, playerId: string): Promise<NoteRow[]> {
  return db
    .select()
    .from(playerNotes)
    .where(isAbout(playerId))
    .orderBy(desc(playerNotes.createdAt), desc(playerNotes.id));
}

function isAbout(playerId: string) {
  return and(eq(playerNotes.playerId, playerId), isNull(playerNotes.removedAt));
}

/** Earlier texts of these notes, the newest first. */
export async function findVersions(db: Db, noteIds: string[]): Promise<VersionRow[]> {
  return db
    .select()
    .from(playerNoteVersions)
    .where(inArray(playerNoteVersions.noteId, noteIds))
    .orderBy(desc(playerNoteVersions.at));
}

/** Locks a note, removed or not, until the end of the transaction. */
export async function lockNote(db: Db, id: string): Promise<NoteRow | undefined> {
  const [row] = await db.select().from(playerNotes).where(eq(playerNotes.id, id)).for('update');
  return row;
}

export async function insertNote(db: Db, note: typeof playerNotes.$inferInsert): Promise<NoteRow> {
  const [row] = await db.insert(playerNotes).values(note).returning();
  if (!row) throw new Error('The insert returned no row');
  return row;
}

export async function updateNote(db: Db, id: string, change: Partial<NoteRow>): Promise<NoteRow> {
  const [row] = await db.update(playerNotes).set(change).where(eq(playerNotes.id, id)).returning();
  if (!row) throw new Error('The update returned no row');
  return row;
}

export async function insertVersion(db: Db, version: VersionRow): Promise<void> {
  await db.insert(playerNoteVersions).values(version);
}
