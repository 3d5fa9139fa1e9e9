import { sql } from 'drizzle-orm';
import { customType, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from './moment.ts';

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/**
 * The versions of a database file, as a write-ahead log: a write is stored here as `pending`, then the file is renamed
 * into place, then it is `applied`. Recovery compares the file to find out whether a pending write happened.
 */
export const databaseVersions = pgTable(
  'database_versions',
  {
    id: text('id').primaryKey(),
    file: text('file').notNull(),
    /** Counts up within the file. */
    number: integer('number').notNull(),
    state: text('state', { enum: ['pending', 'applied'] }).notNull(),
    kind: text('kind', { enum: ['saved', 'restored', 'found'] }).notNull(),
    /** SHA-256 of the whole file, before and after. */
    previous: text('previous'),
    version: text('version').notNull(),
    content: bytes('content').notNull(),
    guildId: text('guild_id'),
    /** Null where it was only found so. */
    actorId: text('actor_id'),
    actor: text('actor'),
    address: text('address'),
    /** The name of the API token it was written with. */
    tokenName: text('token_name'),
    at: moment('at').notNull(),
  },
  (t) => [
    index('database_versions_file').on(t.file, t.number),
    index('database_versions_pending')
      .on(t.file)
      .where(sql`${t.state} = 'pending'`),
  ],
);
