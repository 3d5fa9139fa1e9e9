import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from './moment.ts';
import { users } from './users.table.ts';

/** Links that let people register. */
export const invitations = pgTable('invitations', {
  id: text('id').primaryKey(),
  /** SHA-256 of the code; the code itself is not stored. */
  codeHash: text('code_hash').notNull().unique(),
  role: integer('role'),
  note: text('note').notNull(),
  maxUses: integer('max_uses').notNull(),
  uses: integer('uses').notNull().default(0),
  /** Gives nothing any more once its creator is gone or lost the role for it. */
  creatorId: text('creator_id').references(() => users.id, { onDelete: 'set null' }),
  createdBy: text('created_by').notNull(),
  createdAt: moment('created_at').notNull(),
  expiresAt: moment('expires_at').notNull(),
  revokedAt: moment('revoked_at'),
});

/** Who registered with an invitation. The name is the one of then. */
export const invitationUses = pgTable(
  'invitation_uses',
  {
    invitationId: text('invitation_id')
      .notNull()
      .references(() => invitations.id, { onDelete: 'cascade' }),
    username: text('username').notNull(),
    usedAt: moment('used_at').notNull(),
  },
  (t) => [index('invitation_uses_invitation').on(t.invitationId)],
);

/** Logins with Discord that were started: each is good for one return of the browser that started it. */
export const discordLogins = pgTable(
  'discord_logins',
  {
    stateHash: text('state_hash').primaryKey(),
    /** SHA-256 of a secret that only this browser has. */
    browserHash: text('browser_hash').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (t) => [index('discord_logins_created').on(t.createdAt)],
);
