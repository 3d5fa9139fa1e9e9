import { eq } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { chatGuilds } from '../db/tables/chat.table.ts';
import {
  moderators,
  reportComments,
  reports,
  sanctions,
  sanctionServers,
  sanctionTemplates,
} from '../db/tables/moderation.table.ts';
import { playerFlagRows, playerNotes, playerNoteVersions } from '../db/tables/notes.table.ts';
import { linkedPlayers } from '../db/tables/players.table.ts';
import { clusters, servers } from '../db/tables/servers.table.ts';
import { siteSettings } from '../db/tables/site.table.ts';
import { saves } from '../db/tables/structures.table.ts';
import { users } from '../db/tables/users.table.ts';

/** Writes everything to the files of the database. */
export async function writeCheckpoint(db: Db): Promise<void> {
  await db.execute('checkpoint');
}

export async function findUser(db: Db, email: string): Promise<{ id: string; username: string } | undefined> {
  return (await db.select({ id: users.id, username: users.username }).from(users).where(eq(users.email, email)))[0];
}

export async function hasCluster(db: Db, id: string): Promise<boolean> {
  return (await db.select({ id: clusters.id }).from(clusters).where(eq(clusters.id, id))).length === 1;
}

export async function isClusterName(db: Db, nameKey: string): Promise<boolean> {
  return (await db.select({ id: clusters.id }).from(clusters).where(eq(clusters.nameKey, nameKey))).length === 1;
}

export async function isServerName(db: Db, nameKey: string): Promise<boolean> {
  return (await db.select({ id: servers.id }).from(servers).where(eq(servers.nameKey, nameKey))).length === 1;
}

export async function insertCluster(db: Db, row: typeof clusters.$inferInsert): Promise<void> {
  await db.insert(clusters).values(row);
}

export async function insertServer(db: Db, row: typeof servers.$inferInsert): Promise<void> {
  await db.insert(servers).values(row);
}

/** Returns whether the server exists. */
export async function updateServer(
  db: Db,
  id: string,
  set: Pick<typeof servers.$inferInsert, 'tokenHash' | 'game'>,
): Promise<boolean> {
  return (await db.update(servers).set(set).where(eq(servers.id, id)).returning({ id: servers.id })).length === 1;
}

/** An earlier choice stays. */
export async function insertSave(db: Db, row: typeof saves.$inferInsert): Promise<void> {
  await db.insert(saves).values(row).onConflictDoNothing();
}

/** Links a character where its server exists and neither the user nor the character is linked there yet. */
export async function putLinkedPlayer(db: Db, row: typeof linkedPlayers.$inferInsert): Promise<void> {
  const [server] = await db.select({ id: servers.id }).from(servers).where(eq(servers.id, row.serverId));
  if (server) await db.insert(linkedPlayers).values(row).onConflictDoNothing();
}

export async function insertGuild(db: Db, row: typeof chatGuilds.$inferInsert): Promise<void> {
  await db.insert(chatGuilds).values(row).onConflictDoNothing();
}

/** Without anything if it is there already, removed or not. */
export async function insertNote(
  db: Db,
  note: typeof playerNotes.$inferInsert,
  versions: (typeof playerNoteVersions.$inferInsert)[] = [],
): Promise<void> {
  const added = await db.insert(playerNotes).values(note).onConflictDoNothing().returning({ id: playerNotes.id });
  if (added.length > 0 && versions.length > 0) await db.insert(playerNoteVersions).values(versions);
}

export async function insertFlag(db: Db, row: typeof playerFlagRows.$inferInsert): Promise<void> {
  await db.insert(playerFlagRows).values(row).onConflictDoNothing();
}

/** Only where there are none. */
export async function insertTemplates(db: Db, rows: (typeof sanctionTemplates.$inferInsert)[]): Promise<void> {
  const known = await db.select({ id: sanctionTemplates.id }).from(sanctionTemplates).limit(1);
  if (known.length === 0) await db.insert(sanctionTemplates).values(rows);
}

/** Returns whether it is new. */
export async function insertSanction(
  db: Db,
  sanction: typeof sanctions.$inferInsert,
  onServers: (typeof sanctionServers.$inferInsert)[],
): Promise<boolean> {
  const added = await db.insert(sanctions).values(sanction).onConflictDoNothing().returning({ id: sanctions.id });
  if (added.length > 0 && onServers.length > 0) await db.insert(sanctionServers).values(onServers);
  return added.length > 0;
}

export async function insertModerator(db: Db, row: typeof moderators.$inferInsert): Promise<void> {
  await db.insert(moderators).values(row).onConflictDoNothing();
}

export async function insertReport(
  db: Db,
  report: typeof reports.$inferInsert,
  comments: (typeof reportComments.$inferInsert)[],
): Promise<void> {
  const added = await db.insert(reports).values(report).onConflictDoNothing().returning({ id: reports.id });
  if (added.length > 0 && comments.length > 0) await db.insert(reportComments).values(comments);
}

/** An earlier choice stays. */
export async function insertSiteSettings(db: Db, row: typeof siteSettings.$inferInsert): Promise<void> {
  await db.insert(siteSettings).values(row).onConflictDoNothing();
}

/** As if the user had been here then. */
export async function putVisit(db: Db, userId: string, visitedAt: Date): Promise<void> {
  await db.update(users).set({ visitedAt }).where(eq(users.id, userId));
}
