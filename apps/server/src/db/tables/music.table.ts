import { sql } from 'drizzle-orm';
import { bigint, boolean, doublePrecision, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { moment } from './moment.ts';
import { users } from './users.table.ts';

/** Finished downloads, one for each video and kind. */
export const songs = pgTable(
  'songs',
  {
    id: text('id').primaryKey(),
    videoId: text('video_id').notNull(),
    kind: text('kind', { enum: ['audio', 'video'] }).notNull(),
    title: text('title').notNull(),
    channel: text('channel'),
    /** Seconds. */
    duration: doublePrecision('duration'),
    /** Of the video site. */
    thumbnail: text('thumbnail'),
    /** Its name in the music folder, made by us. */
    file: text('file').notNull().unique(),
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
    createdAt: moment('created_at').notNull(),
    usedAt: moment('used_at').notNull(),
  },
  (t) => [uniqueIndex('songs_video').on(t.videoId, t.kind), index('songs_used').on(t.usedAt)],
);

/** Work that someone waits for: downloads, and updates of the download tool. */
export const musicWork = pgTable(
  'music_work',
  {
    id: text('id').primaryKey(),
    /** Null for the bot's own. */
    userId: text('user_id').references(() => users.id, { onDelete: 'cascade' }),
    /** The session or API token that asked for it: links to the file end with it. */
    sessionId: text('session_id'),
    kind: text('kind', { enum: ['audio', 'video', 'update'] }).notNull(),
    videoId: text('video_id'),
    title: text('title'),
    state: text('state', { enum: ['waiting', 'running', 'done', 'failed', 'cancelled'] }).notNull(),
    percent: doublePrecision('percent'),
    message: text('message').notNull(),
    error: text('error'),
    log: text('log').array(),
    songId: text('song_id').references(() => songs.id, { onDelete: 'set null' }),
    /** The process at work; what it leaves unfinished ends with it. */
    portal: text('portal').notNull(),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (t) => [
    index('music_work_user').on(t.userId, t.createdAt),
    index('music_work_open')
      .on(t.portal)
      .where(sql`${t.state} in ('waiting', 'running')`),
  ],
);

/** The playback settings of each guild, and its position at the bot's last report. */
export const musicQueues = pgTable('music_queues', {
  guildId: text('guild_id').primaryKey(),
  loop: text('loop', { enum: ['off', 'one', 'all'] })
    .notNull()
    .default('off'),
  /** Percent. */
  volume: integer('volume').notNull().default(100),
  isPaused: boolean('is_paused').notNull().default(false),
  /** The voice channel to be in. */
  channelId: text('channel_id'),
  currentId: text('current_id'),
  /** The bot's heartbeat: an old one means that the bot is gone. */
  state: text('state', { enum: ['idle', 'connecting', 'playing', 'paused'] })
    .notNull()
    .default('idle'),
  problem: text('problem'),
  channelName: text('channel_name'),
  positionMs: integer('position_ms').notNull().default(0),
  reportedAt: moment('reported_at'),
});

export const musicEntries = pgTable(
  'music_entries',
  {
    id: text('id').primaryKey(),
    guildId: text('guild_id').notNull(),
    /** Lower plays sooner; there is always a rank between two others. */
    rank: doublePrecision('place').notNull(),
    videoId: text('video_id').notNull(),
    title: text('title').notNull(),
    channel: text('channel'),
    duration: doublePrecision('duration'),
    thumbnail: text('thumbnail'),
    requesterId: text('requester_id').notNull(),
    requesterName: text('requester_name').notNull(),
    addedAt: moment('added_at').notNull(),
    error: text('error'),
    /** Played, skipped or removed; retained for a while so that it can be restored. */
    endedAt: moment('ended_at'),
  },
  (t) => [
    index('music_entries_waiting')
      .on(t.guildId, t.rank)
      .where(sql`${t.endedAt} is null`),
    index('music_entries_ended').on(t.endedAt),
  ],
);
