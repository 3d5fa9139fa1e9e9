import * as z from 'zod';
import { defineRoutes } from './route.ts';
import { id, isoDate, nothing } from './shared/schemas.ts';
import { defineTopics } from './shared/topic.ts';

const videoId = z.string().regex(/^[\w-]{1,64}$/, 'This is not the ID of a video.');

/** Metadata of a video before it is downloaded. Its thumbnail is proxied by the portal. */
const video = z.object({
  videoId: z.string(),
  title: z.string(),
  /** Seconds; null if unknown. */
  duration: z.number().nullable(),
  channel: z.string().nullable(),
  thumbnail: z.string().nullable(),
});

/** Progress of a download, or of an update of the download tool. */
export const workProgress = z.object({
  isLoading: z.boolean(),
  message: z.string(),
  /** 0 to 100, monotonic; null if unknown. */
  percent: z.number().min(0).max(100).nullable(),
  /** Short-lived URL of the finished file. */
  directDownloadHref: z.string().optional(),
  error: z.string().optional(),
  /** Output of the program, if it is worth reading. */
  log: z.array(z.string()).optional(),
});

export const downloadKinds = ['audio', 'video'] as const;

/** One of someone's own downloads. */
export const download = z.object({
  eventId: id,
  videoId: z.string(),
  title: z.string().nullable(),
  kind: z.enum(downloadKinds),
  state: z.enum(['waiting', 'running', 'done', 'failed', 'cancelled']),
  createdAt: isoDate,
});

export const entryStates = ['waiting', 'downloading', 'ready', 'failed'] as const;

const queueEntry = video.extend({
  id,
  /** The Discord account that requested it. */
  requestedBy: z.object({ discordId: z.string(), name: z.string() }),
  addedAt: isoDate,
  state: z.enum(entryStates),
  percent: z.number().min(0).max(100).nullable(),
  /** Why it cannot be played. */
  error: z.string().nullable(),
});

export const loopModes = ['off', 'one', 'all'] as const;
export const playerStates = ['idle', 'connecting', 'playing', 'paused', 'unavailable'] as const;

/** The guild's queue and what is playing. */
export const musicQueue = z.object({
  state: z.enum(playerStates),
  /** Why the music is not playing; null if nothing prevents it. */
  problem: z.string().nullable(),
  channel: z.object({ id: z.string(), name: z.string() }).nullable(),
  current: queueEntry
    .extend({
      /** Milliseconds into the song at the time `at`; it advances from there while playing. */
      positionMs: z.number().min(0),
      at: isoDate,
    })
    .nullable(),
  entries: z.array(queueEntry),
  loop: z.enum(loopModes),
  /** Percent. */
  volume: z.number().int().min(0).max(200),
});

const entryParams = z.object({ entryId: id });

export const musicRoutes = defineRoutes({
  'POST /skibapbot/music/update': {
    summary: 'Update the download tool; progress is on the event stream of the returned id',
    right: 'guildAdmin',
    scope: 'none',
    reply: z.object({ eventId: id }),
  },
  'POST /skibapbot/music/download': {
    summary: 'Download a video or its audio; progress is on the event stream of the returned id',
    right: 'guildMember',
    scope: 'music',
    body: z.object({ videoId, audioOnly: z.boolean() }),
    reply: z.object({ eventId: id }),
  },
  'GET /skibapbot/music/downloads': {
    summary: 'Your recent downloads, newest first',
    right: 'guildMember',
    scope: 'music',
    reply: z.array(download),
  },
  'DELETE /skibapbot/music/downloads/{eventId}': {
    summary: 'Cancel one of your downloads',
    right: 'guildMember',
    scope: 'music',
    params: z.object({ eventId: id }),
    reply: nothing,
  },
  'GET /skibapbot/music/downloads/{eventId}/file': {
    summary: 'The finished file, by a short-lived signed URL',
    right: 'anyone',
    params: z.object({ eventId: id }),
    query: z.object({ expires: z.string().max(16), signature: z.string().max(64) }),
    reply: 'raw',
  },
  'GET /skibapbot/music/query': {
    summary: 'Search songs',
    right: 'guildMember',
    scope: 'music',
    query: z.object({ query: z.string().trim().min(1).max(200) }),
    reply: z.array(video),
  },
  'GET /skibapbot/music/videos/{videoId}': {
    summary: 'Metadata of a video',
    right: 'guildMember',
    scope: 'music',
    params: z.object({ videoId }),
    reply: video.extend({
      /** A page with its player, to be shown in a frame. */
      embedUrl: z.string(),
    }),
  },
  'GET /skibapbot/music/thumbnails/{videoId}': {
    summary: 'The thumbnail of a video, by a signed URL',
    right: 'anyone',
    params: z.object({ videoId }),
    query: z.object({ source: z.string().max(1000), signature: z.string().max(64) }),
    reply: 'raw',
  },
  'POST /skibapbot/music': {
    summary: "Add a song to the guild's queue",
    right: 'guildMember',
    scope: 'music',
    body: z.object({ videoId }),
    reply: queueEntry,
  },
  'GET /skibapbot/music/queue': {
    summary: "The guild's queue and what is playing",
    right: 'guildMember',
    scope: 'music',
    reply: musicQueue,
  },
  'PUT /skibapbot/music/queue': {
    summary: 'Pause or resume, change loop mode or volume',
    right: 'guildMember',
    scope: 'music',
    body: z.object({
      isPaused: z.boolean().optional(),
      loop: z.enum(loopModes).optional(),
      volume: z.number().int().min(0).max(200).optional(),
    }),
    reply: musicQueue,
  },
  'POST /skibapbot/music/queue/skip': {
    summary: 'Skip the current song; idempotent by its id',
    right: 'guildMember',
    scope: 'music',
    body: z.object({ entryId: id }),
    reply: musicQueue,
  },
  'DELETE /skibapbot/music/queue': {
    summary: 'Clear the queue; returns what was removed',
    right: 'guildMember',
    scope: 'music',
    reply: z.object({ entryIds: z.array(id) }),
  },
  'DELETE /skibapbot/music/queue/{entryId}': {
    summary: 'Remove a song from the queue',
    right: 'guildMember',
    scope: 'music',
    params: entryParams,
    reply: musicQueue,
  },
  'POST /skibapbot/music/queue/restore': {
    summary: 'Restore songs that were removed recently',
    right: 'guildMember',
    scope: 'music',
    body: z.object({ entryIds: z.array(id).min(1).max(500) }),
    reply: musicQueue,
  },
  'POST /skibapbot/music/queue/{entryId}/move': {
    summary: 'Move a queued song before another one, or with null to the end',
    right: 'guildMember',
    scope: 'music',
    params: entryParams,
    body: z.object({ before: id.nullable() }),
    reply: musicQueue,
  },
});

export const musicTopics = defineTopics({
  'music.queue': {
    right: 'guildMember',
    scope: 'music',
    isKeyed: false,
    snapshot: musicQueue,
    events: { changed: musicQueue },
  },
  /** The reader's own recent downloads, newest first; then each one that starts, gets its title or ends. */
  'music.downloads': {
    right: 'guildMember',
    scope: 'music',
    isKeyed: false,
    snapshot: z.array(download),
    events: { changed: download },
  },
  /** One download or update, by the event id that its call returned; private to its owner. */
  'music.work': {
    right: 'guildMember',
    scope: 'music',
    isKeyed: true,
    snapshot: workProgress,
    events: { progress: workProgress },
  },
});
