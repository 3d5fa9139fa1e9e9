import { and, asc, desc, eq, gt, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { invitations, invitationUses } from '../../db/tables/registration.table.ts';
import { users } from '../../db/tables/users.table.ts';

/** What an invitation depends on of its creator. */
export type Creator = Pick<typeof users.$inferSelect, 'roles' | 'isDemo' | 'disabledAt'>;
export type InvitationRow = typeof invitations.$inferSelect & { creator: Creator | null };

const creator = { roles: users.roles, isDemo: users.isDemo, disabledAt: users.disabledAt };

function select(db: Db) {
  return db
    .select({ invitation: invitations, creator })
    .from(invitations)
    .leftJoin(users, eq(users.id, invitations.creatorId))
    .$dynamic();
}

const toRow = (found: { invitation: typeof invitations.$inferSelect; creator: Creator | null }): InvitationRow => ({
  ...found.invitation,
  creator: found.creator,
});

export async function findInvitations(db: Db, limit: number): Promise<InvitationRow[]> {
  return (await select(db).orderBy(desc(invitations.createdAt), asc(invitations.id)).limit(limit)).map(toRow);
}

export async function findByCode(db: Db, codeHash: string): Promise<InvitationRow | undefined> {
  return (await select(db).where(eq(invitations.codeHash, codeHash))).map(toRow)[0];
}

/** Locked until the end of the transaction. */
export async function lockInvitation(db: Db, id: string): Promise<typeof invitations.$inferSelect | undefined> {
  return (await db.select().from(invitations).where(eq(invitations.id, id)).for('update'))[0];
}

/** Locks the creator, whose roles then stay as they are until the end of the transaction. */
export async function lockCreator(db: Db, id: string): Promise<Creator | undefined> {
  return (await db.select(creator).from(users).where(eq(users.id, id)).for('share'))[0];
}

export async function insertInvitation(db: Db, row: typeof invitations.$inferInsert): Promise<void> {
  await db.insert(invitations).values(row);
}

function isOpenAt(now: Date) {
  return and(isNull(invitations.revokedAt), gt(invitations.expiresAt, now), lt(invitations.uses, invitations.maxUses));
}

export async function countOpen(db: Db, now: Date): Promise<number> {
  return db.$count(invitations, isOpenAt(now));
}

/** Takes one use. Of several concurrent callers as many get it as there are uses; the rest wait and find none. */
export async function takeUse(db: Db, codeHash: string, now: Date) {
  const [row] = await db
    .update(invitations)
    .set({ uses: sql`${invitations.uses} + 1` })
    .where(and(eq(invitations.codeHash, codeHash), isOpenAt(now)))
    .returning();
  return row;
}

export async function insertUse(db: Db, row: typeof invitationUses.$inferInsert): Promise<void> {
  await db.insert(invitationUses).values(row);
}

export async function findUses(db: Db, ids: string[]): Promise<(typeof invitationUses.$inferSelect)[]> {
  if (ids.length === 0) return [];
  return db
    .select()
    .from(invitationUses)
    .where(inArray(invitationUses.invitationId, ids))
    .orderBy(asc(invitationUses.usedAt));
}

export async function updateRevokedAt(db: Db, id: string, revokedAt: Date): Promise<void> {
  await db.update(invitations).set({ revokedAt }).where(eq(invitations.id, id));
}

/** Removes what ended before then. */
export async function deleteEndedBefore(db: Db, before: Date): Promise<void> {
  await db.delete(invitations).where(or(lt(invitations.expiresAt, before), lt(invitations.revokedAt, before)));
}
