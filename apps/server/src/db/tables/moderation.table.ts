import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  index,
  integer,
  jsonb,
  pgSequence,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { moment } from './moment.ts';
import { clusters, serverId, servers } from './servers.table.ts';
import { users } from './users.table.ts';

/** The servers that a row applies to. A removed server or cluster leaves its name behind. */
const reachColumns = () => ({
  reach: text('reach', { enum: ['server', 'cluster', 'all'] }).notNull(),
  serverId: text('server_id').references(() => servers.id, { onDelete: 'set null' }),
  clusterId: text('cluster_id').references(() => clusters.id, { onDelete: 'set null' }),
  /** Of the server or cluster, for when it is gone. */
  reachName: text('reach_name').notNull(),
});

/** Kicks, warnings, mutes and bans. Rows are never removed. */
export const sanctions = pgTable(
  'sanctions',
  {
    id: text('id').primaryKey(),
    kind: text('kind', { enum: ['kick', 'warning', 'mute', 'ban'] }).notNull(),
    playerId: text('player_id').notNull(),
    name: text('name').notNull(),
    ...reachColumns(),
    reason: text('reason').notNull(),
    note: text('note').notNull(),
    evidence: jsonb('evidence').notNull(),
    source: text('source', { enum: ['portal', 'found', 'import', 'discord'] }).notNull(),
    by: text('by').notNull(),
    byUserId: text('by_user_id').references(() => users.id, { onDelete: 'set null' }),
    createdAt: moment('created_at').notNull(),
    endsAt: moment('ends_at'),
    /** When it was over: carried out, lifted, or its end was reached. Null: active. */
    endedAt: moment('ended_at'),
    liftedBy: text('lifted_by'),
    liftReason: text('lift_reason'),
    /** A warning is sent as a mail. */
    mailId: text('mail_id'),
    acknowledgedAt: moment('acknowledged_at'),
    /** What searches look at: comparing one text is much cheaper than three, whatever their case. */
    searchText: text('search_text')
      .notNull()
      .generatedAlwaysAs(sql`lower(name || chr(10) || player_id || chr(10) || reason)`),
  },
  (t) => [
    index('sanctions_newest').on(t.createdAt, t.id),
    index('sanctions_player').on(t.playerId, t.createdAt),
    index('sanctions_active')
      .on(t.kind, t.playerId)
      .where(sql`${t.endedAt} is null`),
    index('sanctions_warnings')
      .on(t.mailId)
      .where(sql`${t.kind} = 'warning'`),
    index('sanctions_ends')
      .on(t.endsAt)
      .where(sql`${t.endedAt} is null and ${t.endsAt} is not null`),
  ],
);

/** Numbers changes on servers and readings of their lists in the order they happened: clocks can be set back. */
export const sanctionSteps = pgSequence('sanction_steps');
const nextStep = sql`nextval('sanction_steps')`;

/** Where a sanction is on each server of its reach. */
export const sanctionServers = pgTable(
  'sanction_servers',
  {
    sanctionId: text('sanction_id')
      .notNull()
      .references(() => sanctions.id, { onDelete: 'cascade' }),
    serverId: serverId(),
    playerId: text('player_id').notNull(),
    state: text('state', { enum: ['waiting', 'sent', 'confirmed', 'failed', 'lifting', 'lifted'] }).notNull(),
    detail: text('detail'),
    at: moment('at').notNull(),
    step: bigint('step', { mode: 'number' }).notNull().default(nextStep),
    attempts: integer('attempts').notNull().default(0),
    /** Not to be tried again before. */
    retryAt: moment('retry_at'),
  },
  (t) => [
    primaryKey({ columns: [t.sanctionId, t.serverId] }),
    index('sanction_servers_player').on(t.serverId, t.playerId),
    index('sanction_servers_due')
      .on(t.serverId, t.at)
      .where(sql`${t.state} in ('waiting', 'failed', 'lifting')`),
  ],
);

/** What the files of the game contained when they were last read. */
export const playerListEntries = pgTable(
  'player_list_entries',
  {
    serverId: serverId(),
    list: text('list', { enum: ['bans', 'whitelist'] }).notNull(),
    playerId: text('player_id').notNull(),
  },
  (t) => [primaryKey({ columns: [t.serverId, t.list, t.playerId] })],
);

/** `reportedDigest`: what the agent said last; `digest`: of the stored entries. */
export const playerListStates = pgTable(
  'player_list_states',
  {
    serverId: serverId(),
    list: text('list', { enum: ['bans', 'whitelist'] }).notNull(),
    reportedDigest: text('reported_digest'),
    digest: text('digest'),
    /** When reading began, by the portal's clock. */
    readAt: moment('read_at'),
    readStep: bigint('read_step', { mode: 'number' }),
    /** Up to which reading the portal has compared the list with what it should contain. */
    comparedStep: bigint('compared_step', { mode: 'number' }),
    /** When the portal itself last changed the list. */
    changedStep: bigint('changed_step', { mode: 'number' }),
    /** The same for servers that share the file. */
    file: text('file'),
  },
  (t) => [primaryKey({ columns: [t.serverId, t.list] })],
);

/** Players who may join servers that only let in those on their whitelist. */
export const whitelistEntries = pgTable(
  'whitelist_entries',
  {
    id: text('id').primaryKey(),
    playerId: text('player_id').notNull(),
    name: text('name').notNull(),
    ...reachColumns(),
    note: text('note').notNull(),
    by: text('by').notNull(),
    createdAt: moment('created_at').notNull(),
    removedAt: moment('removed_at'),
  },
  (t) => [
    uniqueIndex('whitelist_entries_player')
      .on(t.playerId, t.reach, sql`coalesce(${t.serverId}, ${t.clusterId}, '')`)
      // Entries of several removed servers are all without an id.
      .where(
        sql`${t.removedAt} is null and (${t.reach} = 'all' or coalesce(${t.serverId}, ${t.clusterId}) is not null)`,
      ),
  ],
);

/** Reasons to choose from, with their usual lengths. */
export const sanctionTemplates = pgTable('sanction_templates', {
  id: text('id').primaryKey(),
  position: integer('position').notNull(),
  name: text('name').notNull(),
  kind: text('kind', { enum: ['kick', 'warning', 'mute', 'ban'] }).notNull(),
  reason: text('reason').notNull(),
  minutes: integer('minutes'),
});

/** Members who may moderate some servers. Those of a Discord role have the id of that rule. */
export const moderators = pgTable(
  'moderators',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    ...reachColumns(),
    powers: text('powers').array().notNull(),
    /** The longest ban they may impose; null: any. */
    maxBanDays: integer('max_ban_days'),
    roleRuleId: text('role_rule_id').references(() => moderatorRoles.id, { onDelete: 'cascade' }),
    grantedBy: text('granted_by').notNull(),
    /** With a Discord role: when Discord last confirmed that they have it. */
    grantedAt: moment('granted_at').notNull(),
  },
  (t) => [index('moderators_user').on(t.userId)],
);

/** Members with this role in Discord are moderators. */
export const moderatorRoles = pgTable(
  'moderator_roles',
  {
    id: text('id').primaryKey(),
    guildId: text('guild_id').notNull(),
    roleId: text('role_id').notNull(),
    roleName: text('role_name').notNull(),
    ...reachColumns(),
    powers: text('powers').array().notNull(),
    maxBanDays: integer('max_ban_days'),
    createdBy: text('created_by').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (t) => [check('moderator_roles_powers', sql`cardinality(${t.powers}) > 0`)],
);

/** What members report about players. */
export const reports = pgTable(
  'reports',
  {
    id: text('id').primaryKey(),
    source: text('source', { enum: ['portal', 'discord', 'game'] }).notNull(),
    /** Who reported it, as far as known. */
    userId: text('user_id').references(() => users.id, { onDelete: 'set null' }),
    reporterPlayerId: text('reporter_player_id'),
    reporterName: text('reporter_name').notNull(),
    serverId: text('server_id').references(() => servers.id, { onDelete: 'set null' }),
    serverName: text('server_name'),
    /** Whom it is about, as far as known. */
    playerId: text('player_id'),
    playerName: text('player_name').notNull(),
    text: text('text').notNull(),
    state: text('state', { enum: ['open', 'answered', 'closed'] }).notNull(),
    assigneeId: text('assignee_id').references(() => users.id, { onDelete: 'set null' }),
    assignee: text('assignee'),
    answer: text('answer'),
    answeredBy: text('answered_by'),
    answeredAt: moment('answered_at'),
    createdAt: moment('created_at').notNull(),
    closedAt: moment('closed_at'),
    /** When the bot is to post it in the Discord channel for reports; null: posted, or too old. */
    postDueAt: moment('post_due_at'),
  },
  (t) => [
    index('reports_newest').on(t.createdAt, t.id),
    index('reports_open')
      .on(t.serverId)
      .where(sql`${t.state} = 'open'`),
    index('reports_player').on(t.playerId),
    index('reports_user').on(t.userId),
    index('reports_reporter_player').on(t.reporterPlayerId),
    index('reports_post_due')
      .on(t.postDueAt)
      .where(sql`${t.postDueAt} is not null`),
  ],
);

/** What moderators write to each other about a report. */
export const reportComments = pgTable(
  'report_comments',
  {
    id: text('id').primaryKey(),
    reportId: text('report_id')
      .notNull()
      .references(() => reports.id, { onDelete: 'cascade' }),
    author: text('author').notNull(),
    text: text('text').notNull(),
    at: moment('at').notNull(),
  },
  (t) => [index('report_comments_report').on(t.reportId, t.at)],
);
