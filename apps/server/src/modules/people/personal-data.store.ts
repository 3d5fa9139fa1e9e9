import { and, asc, eq, getTableColumns, gt, inArray, or, sql, type SQL } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { chatMessages } from '../../db/tables/chat.table.ts';
import { journal, playerNames, playSessions } from '../../db/tables/journal.table.ts';
import { reports } from '../../db/tables/moderation.table.ts';
import { mails } from '../../db/tables/mail.table.ts';
import { playerFlagRows, playerNotes, playerNoteVersions } from '../../db/tables/notes.table.ts';
import { sanctions } from '../../db/tables/moderation.table.ts';
import { knownPlayers, linkedPlayers } from '../../db/tables/players.table.ts';
import { survivors } from '../../db/tables/structures.table.ts';

const pageSize = 1_000;

const { searchText: _, ...sanctionColumns } = getTableColumns(sanctions);

type Row = Record<string, unknown>;

const ownersOf = (db: Db, id: string) =>
  db.select({ id: linkedPlayers.userId }).from(linkedPlayers).where(eq(linkedPlayers.playerId, id));

/** What is little for every person. */
const smallTables = {
  names: (db: Db, id: string) => db.select().from(playerNames).where(eq(playerNames.playerId, id)),
  lastSeen: (db: Db, id: string) => db.select().from(knownPlayers).where(eq(knownPlayers.playerId, id)),
  survivors: (db: Db, id: string) => db.select().from(survivors).where(eq(survivors.playerId, id)),
  links: (db: Db, id: string) => db.select().from(linkedPlayers).where(eq(linkedPlayers.playerId, id)),
  sanctions: (db: Db, id: string) => db.select(sanctionColumns).from(sanctions).where(eq(sanctions.playerId, id)),
  flags: (db: Db, id: string) => db.select().from(playerFlagRows).where(eq(playerFlagRows.playerId, id)),
  notes: (db: Db, id: string) => db.select().from(playerNotes).where(eq(playerNotes.playerId, id)),
  earlierNotes: (db: Db, id: string) =>
    db
      .select({
        noteId: playerNoteVersions.noteId,
        author: playerNoteVersions.author,
        at: playerNoteVersions.at,
        text: playerNoteVersions.text,
      })
      .from(playerNoteVersions)
      .innerJoin(playerNotes, eq(playerNotes.id, playerNoteVersions.noteId))
      .where(eq(playerNotes.playerId, id)),
  mails: (db: Db, id: string) => db.select().from(mails).where(eq(mails.playerId, id)),
  /** What the person reported, without what moderators wrote to each other. */
  reports: (db: Db, id: string) => {
    const { createdAt, source, reporterName, serverName, playerName, text, state, answer, answeredAt } = reports;
    return db
      .select({ createdAt, source, reporterName, serverName, playerName, text, state, answer, answeredAt })
      .from(reports)
      .where(or(eq(reports.reporterPlayerId, id), inArray(reports.userId, ownersOf(db, id))));
  },
} satisfies Record<string, (db: Db, playerId: string) => Promise<Row[]>>;

export const smallSections = Object.keys(smallTables) as (keyof typeof smallTables)[];

export function findSmallSection(db: Db, name: keyof typeof smallTables, playerId: string): Promise<Row[]> {
  return smallTables[name](db, playerId);
}

/** Page by page, in the order of their ids. */
export function findSessionsAfter(db: Db, playerId: string, after: bigint) {
  return db
    .select()
    .from(playSessions)
    .where(and(eq(playSessions.playerId, playerId), gt(playSessions.id, after)))
    .orderBy(asc(playSessions.id))
    .limit(pageSize);
}

export function findMessagesAfter(db: Db, playerId: string, after: bigint) {
  return db
    .select()
    .from(chatMessages)
    .where(and(eq(chatMessages.playerId, playerId), gt(chatMessages.id, after)))
    .orderBy(asc(chatMessages.id))
    .limit(pageSize);
}

const countOf = async (deletion: Promise<{ rowCount: number | null }>) => (await deletion).rowCount ?? 0;

/**
 * Names under which nobody else was seen on the server: lines of the game that have no id are about this person. Read it
 * before the names are erased.
 */
const ownNames = (playerId: string): SQL => sql`
  select own.server_id, own.name from ${playerNames} own where own.player_id = ${playerId} and not exists (
    select 1 from ${playerNames} namesake
    where namesake.server_id = own.server_id and namesake.name = own.name and namesake.player_id <> ${playerId})`;

/** Events about the person. */
export function deleteEvents(db: Db, playerId: string): Promise<number> {
  return countOf(
    db.delete(journal).where(sql`${journal.playerId} = ${playerId} or (${journal.playerId} is null
      and (${journal.serverId}, ${journal.player}) in (${ownNames(playerId)}))`),
  );
}

/** Events about others stay, without the person: the text contains the name too. */
export function redactMentions(db: Db, playerId: string): Promise<number> {
  return countOf(
    db.update(journal).set({ otherPlayerId: null, other: null, text: '' })
      .where(sql`${journal.otherPlayerId} = ${playerId} or (${journal.otherPlayerId} is null
        and (${journal.serverId}, ${journal.other}) in (${ownNames(playerId)}))`),
  );
}

/** Bans that hold stay, by id alone; everything else that was imposed goes. */
async function eraseSanctions(db: Db, playerId: string): Promise<number> {
  const isTheirs = eq(sanctions.playerId, playerId);
  const isOver = sql`(${sanctions.kind} <> 'ban' or ${sanctions.endedAt} is not null)`;
  await db.update(sanctions).set({ name: playerId, note: '', evidence: [] }).where(isTheirs);
  return countOf(db.delete(sanctions).where(and(isTheirs, isOver)));
}

/** Everything else; names last, because lines without an id are recognized by them. */
export async function deleteRest(db: Db, playerId: string) {
  return {
    sessions: await countOf(db.delete(playSessions).where(eq(playSessions.playerId, playerId))),
    chatMessages: await countOf(db.delete(chatMessages).where(eq(chatMessages.playerId, playerId))),
    mails: await countOf(db.delete(mails).where(eq(mails.playerId, playerId))),
    // What they reported in the game, and what others reported about them.
    reports: await countOf(
      db.delete(reports).where(or(eq(reports.reporterPlayerId, playerId), eq(reports.playerId, playerId))),
    ),
    notes:
      (await countOf(db.delete(playerNotes).where(eq(playerNotes.playerId, playerId)))) +
      (await countOf(db.delete(playerFlagRows).where(eq(playerFlagRows.playerId, playerId)))),
    sanctions: await eraseSanctions(db, playerId),
    links: await countOf(db.delete(linkedPlayers).where(eq(linkedPlayers.playerId, playerId))),
    names:
      (await countOf(db.delete(playerNames).where(eq(playerNames.playerId, playerId)))) +
      (await countOf(db.delete(knownPlayers).where(eq(knownPlayers.playerId, playerId)))),
  };
}
