import { and, asc, count, eq, isNotNull, lt, sql } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { isSecondFactorRequired } from '../../db/second-factor.ts';
import { passkeyChallenges, passkeys, recoveryCodes, totpSecrets } from '../../db/tables/factors.table.ts';
import { users } from '../../db/tables/users.table.ts';

export type TotpRow = typeof totpSecrets.$inferSelect;
export type PasskeyRow = typeof passkeys.$inferSelect;

/** Locks the account until the end of the transaction: changes of its factors happen one after the other. */
export async function lockUser(db: Db, userId: string): Promise<{ id: string; username: string } | undefined> {
  const columns = { id: users.id, username: users.username };
  const [row] = await db.select(columns).from(users).where(eq(users.id, userId)).for('update');
  return row;
}

/** Whether the site requires a second factor of this user. */
export async function isRequired(db: Db, userId: string): Promise<boolean> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), isSecondFactorRequired));
  return rows.length === 1;
}

export async function findTotp(db: Db, userId: string): Promise<TotpRow | undefined> {
  const [row] = await db.select().from(totpSecrets).where(eq(totpSecrets.userId, userId));
  return row;
}

/** Replaces a secret that was never confirmed; false if there is a confirmed one. */
export async function putTotp(
  db: Db,
  row: { userId: string; sealedSecret: string; createdAt: Date },
): Promise<boolean> {
  const { sealedSecret, createdAt } = row;
  const put = await db
    .insert(totpSecrets)
    .values(row)
    .onConflictDoUpdate({
      target: totpSecrets.userId,
      set: { sealedSecret, createdAt, lastStep: 0 },
      setWhere: sql`${totpSecrets.confirmedAt} is null`,
    })
    .returning({ userId: totpSecrets.userId });
  return put.length === 1;
}

export async function confirmTotp(db: Db, userId: string, confirmedAt: Date): Promise<void> {
  await db.update(totpSecrets).set({ confirmedAt }).where(eq(totpSecrets.userId, userId));
}

/** Compare-and-set: a code of this step or an earlier one is never accepted again. */
export async function advanceStep(db: Db, userId: string, lastStep: number): Promise<boolean> {
  const advanced = await db
    .update(totpSecrets)
    .set({ lastStep })
    .where(and(eq(totpSecrets.userId, userId), lt(totpSecrets.lastStep, lastStep)))
    .returning({ userId: totpSecrets.userId });
  return advanced.length === 1;
}

/** Whether there was one that counted. */
export async function deleteTotp(db: Db, userId: string): Promise<boolean> {
  const deleted = await db.delete(totpSecrets).where(eq(totpSecrets.userId, userId)).returning();
  return deleted.some(({ confirmedAt }) => confirmedAt !== null);
}

export async function findPasskeys(db: Db, userId: string): Promise<PasskeyRow[]> {
  return db
    .select()
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(asc(passkeys.createdAt), asc(passkeys.id));
}

export async function findCredential(db: Db, credentialId: string): Promise<PasskeyRow | undefined> {
  const [row] = await db.select().from(passkeys).where(eq(passkeys.credentialId, credentialId));
  return row;
}

/** Undefined if the credential is already there. */
export async function insertPasskey(db: Db, row: PasskeyRow): Promise<PasskeyRow | undefined> {
  const [inserted] = await db.insert(passkeys).values(row).onConflictDoNothing().returning();
  return inserted;
}

/** False if the passkey is gone. */
export async function updateUsed(
  db: Db,
  id: string,
  { counter, lastUsedAt }: { counter: number; lastUsedAt: Date },
): Promise<boolean> {
  const used = await db
    .update(passkeys)
    .set({ counter, lastUsedAt })
    .where(eq(passkeys.id, id))
    .returning({ id: passkeys.id });
  return used.length === 1;
}

const isOwn = (userId: string, id: string) => and(eq(passkeys.id, id), eq(passkeys.userId, userId));

export async function updatePasskeyName(
  db: Db,
  userId: string,
  id: string,
  name: string,
): Promise<PasskeyRow | undefined> {
  const [row] = await db.update(passkeys).set({ name }).where(isOwn(userId, id)).returning();
  return row;
}

export async function deletePasskey(db: Db, userId: string, id: string): Promise<PasskeyRow | undefined> {
  const [row] = await db.delete(passkeys).where(isOwn(userId, id)).returning();
  return row;
}

/** How many factors count: the authenticator app and the passkeys. */
export async function countFactors(db: Db, userId: string): Promise<number> {
  const isOn = and(eq(totpSecrets.userId, userId), isNotNull(totpSecrets.confirmedAt));
  return (await db.$count(totpSecrets, isOn)) + (await db.$count(passkeys, eq(passkeys.userId, userId)));
}

export async function countRecoveryCodes(db: Db, userId: string): Promise<number> {
  const [row] = await db.select({ codes: count() }).from(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  return row?.codes ?? 0;
}

export async function replaceRecoveryCodes(db: Db, userId: string, hashes: string[]): Promise<void> {
  await db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  if (hashes.length > 0) await db.insert(recoveryCodes).values(hashes.map((codeHash) => ({ userId, codeHash })));
}

/** Of several concurrent callers one gets true. */
export async function takeRecoveryCode(db: Db, userId: string, codeHash: string): Promise<boolean> {
  const isIt = and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.codeHash, codeHash));
  return (await db.delete(recoveryCodes).where(isIt).returning()).length === 1;
}

/** Everything; returns how many factors counted. */
export async function deleteFactorsOf(db: Db, userId: string): Promise<number> {
  const counted = await countFactors(db, userId);
  await db.delete(totpSecrets).where(eq(totpSecrets.userId, userId));
  await db.delete(passkeys).where(eq(passkeys.userId, userId));
  await replaceRecoveryCodes(db, userId, []);
  return counted;
}

type ChallengeRow = typeof passkeyChallenges.$inferSelect;

export async function insertChallenge(db: Db, row: ChallengeRow): Promise<void> {
  await db.insert(passkeyChallenges).values(row);
}

/** Of several concurrent callers one gets it. */
export async function takeChallenge(db: Db, challengeHash: string): Promise<ChallengeRow | undefined> {
  const isIt = eq(passkeyChallenges.challengeHash, challengeHash);
  const [row] = await db.delete(passkeyChallenges).where(isIt).returning();
  return row;
}

export async function deleteChallengesEndedBefore(db: Db, now: Date): Promise<void> {
  await db.delete(passkeyChallenges).where(lt(passkeyChallenges.endsAt, now));
}
