import { bigint, index, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from './moment.ts';
import { users } from './users.table.ts';

const visibility = () => text('visibility', { enum: ['public', 'private', 'admins'] }).notNull();

/** Files that people uploaded. Their contents are in the blob store, by id. */
export const files = pgTable(
  'files',
  {
    id: text('id').primaryKey(),
    /** For people: with the folders it came in, never a path of ours. */
    name: text('name').notNull(),
    size: bigint('size', { mode: 'number' }).notNull(),
    /** XXH3 with 64 bits, in hexadecimal. */
    hash: text('hash').notNull(),
    visibility: visibility(),
    uploaderId: text('uploader_id').references(() => users.id, { onDelete: 'set null' }),
    uploadedAt: moment('uploaded_at').notNull(),
    /** Gone for everyone, and for good some time later. */
    deletedAt: moment('deleted_at'),
  },
  (t) => [index('files_uploaded').on(t.uploadedAt), index('files_deleted').on(t.deletedAt)],
);

/** Uploads under way, or interrupted and waiting to go on. The file will have the same id. */
export const uploads = pgTable(
  'uploads',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    size: bigint('size', { mode: 'number' }).notNull(),
    visibility: visibility(),
    /** What the uploader knows the file by. */
    fingerprint: text('fingerprint'),
    /** Bytes that are safe on the drive: what is acknowledged is never more. */
    received: bigint('received', { mode: 'number' }).notNull(),
    /** The lease: which process writes to it, and its last heartbeat. */
    writer: text('writer'),
    writingAt: moment('writing_at'),
    startedAt: moment('started_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (t) => [index('uploads_user').on(t.userId)],
);
