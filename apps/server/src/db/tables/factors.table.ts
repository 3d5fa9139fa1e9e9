import { bigint, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { moment } from './moment.ts';
import { users } from './users.table.ts';

const userId = () => text('user_id').references(() => users.id, { onDelete: 'cascade' });

/** Secrets of authenticator apps, at most one per user. */
export const totpSecrets = pgTable('totp_secrets', {
  userId: userId().primaryKey(),
  /** Encrypted with the portal's key. */
  sealedSecret: text('sealed_secret').notNull(),
  createdAt: moment('created_at').notNull(),
  /** When its first code was given; until then it does not count. */
  confirmedAt: moment('confirmed_at'),
  /** The time step of the last accepted code: each code is accepted once. */
  lastStep: bigint('last_step', { mode: 'number' }).notNull().default(0),
});

export const passkeys = pgTable(
  'passkeys',
  {
    id: text('id').primaryKey(),
    userId: userId().notNull(),
    credentialId: text('credential_id').notNull().unique('passkeys_credential'),
    /** COSE key, base64url. */
    publicKey: text('public_key').notNull(),
    counter: bigint('counter', { mode: 'number' }).notNull(),
    transports: text('transports').array().notNull(),
    name: text('name').notNull(),
    createdAt: moment('created_at').notNull(),
    lastUsedAt: moment('last_used_at'),
  },
  (t) => [index('passkeys_user').on(t.userId)],
);

/** SHA-256 of recovery codes; a used one is deleted. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  { userId: userId().notNull(), codeHash: text('code_hash').notNull() },
  (t) => [primaryKey({ columns: [t.userId, t.codeHash] })],
);

/** One-time challenges that a passkey has to sign. */
export const passkeyChallenges = pgTable(
  'passkey_challenges',
  {
    challengeHash: text('challenge_hash').primaryKey(),
    purpose: text('purpose', { enum: ['create', 'login', 'secondStep'] }).notNull(),
    /** Null where it is not known yet who logs in. */
    userId: userId(),
    endsAt: moment('ends_at').notNull(),
  },
  (t) => [index('passkey_challenges_end').on(t.endsAt)],
);

/** One-time tickets for the second step of a login. */
export const loginTickets = pgTable(
  'login_tickets',
  { ticketHash: text('ticket_hash').primaryKey(), userId: userId().notNull(), endsAt: moment('ends_at').notNull() },
  (t) => [index('login_tickets_user').on(t.userId), index('login_tickets_end').on(t.endsAt)],
);
