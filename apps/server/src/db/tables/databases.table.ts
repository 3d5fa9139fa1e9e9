import { sql } from 'drizzle-orm';
import { customType, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from './moment.ts';

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/**
 * What a database held, before and after every save. A save is written down here first (`pending`), then the file is
 * put in its place, then it is `applied`: whoever finds it pending sees by the file which of the two it became.
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
    at: moment('at').notNull(),
  },
  (t) => [
    index('database_versions_file').on(t.file, t.number),
    index('database_versions_pending')
      .on(t.file)
      .where(sql`${t.state} = 'pending'`),
  ],
);
