import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from './moment.ts';

/**
 * Entries are added, never changed, and removed only by the retention, oldest first; triggers in the migrations see to it.
 */
export const audit = pgTable(
  'audit',
  {
    /** Counts up in the order of the chain. */
    id: bigint('id', { mode: 'bigint' }).primaryKey(),
    at: moment('at').notNull(),
    /** No reference: an entry outlives the user it names. */
    actorId: text('actor_id'),
    actor: text('actor').notNull(),
    /** Empty once the retention has removed it. */
    address: text('address').notNull(),
    /** Removed together with the address: without it, the digest says nothing about it. */
    addressSalt: text('address_salt'),
    /** SHA-256 over the salt and the address, which the hash covers in their place. Null in entries of earlier versions. */
    addressDigest: text('address_digest'),
    action: text('action').notNull(),
    target: text('target').notNull(),
    outcome: text('outcome').notNull(),
    details: jsonb('details'),
    /** SHA-256 over the entry and the hash of the one before; null only in those from before there was a chain. */
    hash: text('hash'),
  },
  (t) => [
    index('audit_time').on(t.at, t.id),
    // What was done to one player.
    index('audit_player')
      .on(sql`(${t.details} ->> 'playerId')`, t.id)
      .where(sql`${t.details} ->> 'playerId' is not null`),
    // Every three letters in a row, see the migration: what a text contains is found without reading them all.
    index('audit_words').using('gin', sql`audit_words(${t.actor}, ${t.action}, ${t.target})`),
  ],
);

/** One row: the newest entry, so that it is seen when entries are cut off the end. Without a hash before the chain begins. */
export const auditHead = pgTable(
  'audit_head',
  {
    isOnly: boolean('is_only').primaryKey().default(true),
    id: bigint('id', { mode: 'bigint' }).notNull(),
    hash: text('hash'),
  },
  (t) => [check('audit_head_one', sql`${t.isOnly}`)],
);

/** One row: what the retention has removed. The newest entry of the retention says the same, so that nothing else can be removed. */
export const auditAnchor = pgTable(
  'audit_anchor',
  {
    isOnly: boolean('is_only').primaryKey().default(true),
    /** The last entry that was removed, and its hash, from which the chain goes on. */
    id: bigint('id', { mode: 'bigint' }).notNull(),
    hash: text('hash').notNull(),
    /** Entries up to this one have no addresses. */
    addressesId: bigint('addresses_id', { mode: 'bigint' }).notNull(),
  },
  (t) => [check('audit_anchor_one', sql`${t.isOnly}`)],
);
