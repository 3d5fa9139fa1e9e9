import * as z from 'zod';
import { auditEntry } from './audit.contract.ts';
import { chatMessage } from './chat.contract.ts';
import { clusterState } from './clusters.contract.ts';
import { hostChange, hostState } from './host.contract.ts';
import { mail } from './mail.contract.ts';
import { download, musicQueue, workProgress } from './music.contract.ts';
import { player } from './players.contract.ts';
import type { Right } from './rights.ts';
import { defineRoutes } from './route.ts';
import { nothing } from './shared/schemas.ts';
import { serverState } from './servers.contract.ts';
import { stats } from './stats.contract.ts';
import { saveState } from './structures.contract.ts';
import { user } from './users.contract.ts';

/** A live topic as data: who may read it, its snapshot, its events. */
type Topic = {
  right: Right;
  /** One per entity: `players.online/<server id>`. */
  isKeyed: boolean;
  snapshot: z.ZodType;
  events: Record<string, z.ZodType>;
};

export const topics = {
  stats: { right: 'anyone', isKeyed: false, snapshot: stats, events: { changed: stats } },
  'users.me': { right: 'user', isKeyed: false, snapshot: user, events: { changed: user } },
  'mail.sent': { right: 'user', isKeyed: false, snapshot: z.object({}), events: { changed: mail } },
  'servers.state': { right: 'user', isKeyed: true, snapshot: serverState, events: { changed: serverState } },
  'players.online': { right: 'user', isKeyed: true, snapshot: z.array(player), events: { changed: z.array(player) } },
  /** A world save is being read, was read, or could not be read: refetch. */
  structures: { right: 'user', isKeyed: true, snapshot: saveState, events: { changed: saveState } },
  'clusters.state': { right: 'user', isKeyed: true, snapshot: clusterState, events: { changed: clusterState } },
  /** The snapshot is the newest messages, oldest first. */
  'chat.server': { right: 'user', isKeyed: true, snapshot: z.array(chatMessage), events: { added: chatMessage } },
  'chat.cluster': { right: 'user', isKeyed: true, snapshot: z.array(chatMessage), events: { added: chatMessage } },
  'host.stats': { right: 'guildMember', isKeyed: false, snapshot: hostState, events: { changed: hostChange } },
  'music.queue': { right: 'guildMember', isKeyed: false, snapshot: musicQueue, events: { changed: musicQueue } },
  /** The reader's own recent downloads, newest first; then each one that starts, gets its title or ends. */
  'music.downloads': {
    right: 'guildMember',
    isKeyed: false,
    snapshot: z.array(download),
    events: { changed: download },
  },
  /** One download or update, by the event id that its call returned; private to its owner. */
  'music.work': { right: 'guildMember', isKeyed: true, snapshot: workProgress, events: { progress: workProgress } },
  /** A file was added, removed or changed: refetch the list. */
  files: { right: 'admin', isKeyed: false, snapshot: nothing, events: { changed: nothing } },
  /** A database was written: refetch. */
  databases: {
    right: 'owner',
    isKeyed: false,
    snapshot: nothing,
    events: { changed: z.object({ file: z.string(), version: z.string() }) },
  },
  /** There are new entries of these hosts: each page queries for those that match its filters. */
  logs: {
    right: 'owner',
    isKeyed: false,
    snapshot: nothing,
    events: { added: z.object({ hosts: z.array(z.string()) }) },
  },
  /** Rounds of Blokken started or ended. */
  blokken: { right: 'owner', isKeyed: false, snapshot: nothing, events: { changed: nothing } },
  audit: { right: 'owner', isKeyed: false, snapshot: z.object({}), events: { added: auditEntry } },
} as const satisfies Record<string, Topic>;

export type TopicName = keyof typeof topics;
type Keyed = { [Name in TopicName]: (typeof topics)[Name]['isKeyed'] extends true ? Name : never }[TopicName];

/** How a reader names a topic: `users.me`, or with the id of the entity `players.online/abc`. */
export type TopicRef = Exclude<TopicName, Keyed> | `${Keyed}/${string}`;
export type TopicOf<Ref extends TopicRef> = Ref extends `${infer Name extends Keyed}/${string}`
  ? Name
  : Ref extends TopicName
    ? Ref
    : never;

export function splitTopic(ref: string): { name: TopicName; key: string | undefined } | undefined {
  const [name = '', key, ...rest] = ref.split('/');
  if (!Object.hasOwn(topics, name) || rest.length > 0) return undefined;
  const isWhole = topics[name as TopicName].isKeyed ? /^[\w-]{1,64}$/.test(key ?? '') : key === undefined;
  return isWhole ? { name: name as TopicName, key } : undefined;
}

/** Why a stream ended; the reader reconnects unless its session is over. */
export const closeReasons = ['session-ended', 'stopping', 'too-slow', 'finished'] as const;
export type CloseReason = (typeof closeReasons)[number];

const topicRef = z.custom<TopicRef>(
  (ref) => typeof ref === 'string' && splitTopic(ref) !== undefined,
  'There is no such topic.',
);

/** `users.me,players.online/abc` */
const topicList = z.codec(z.string().min(1).max(2000), z.array(topicRef).min(1).max(20), {
  decode: (text) => [...new Set(text.split(','))] as TopicRef[],
  encode: (refs) => refs.join(','),
});

export const eventsRoutes = defineRoutes({
  'GET /events': {
    summary: 'One stream of several live topics: a snapshot of each, then its events. Every topic has its own right',
    right: 'anyone',
    knowsCaller: true,
    query: z.object({ topics: topicList }),
    reply: 'stream',
  },
  'GET /events/{id}': {
    summary: 'One live topic or running job; ends with the event close',
    right: 'user',
    params: z.object({ id: z.string().min(1).max(128) }),
    reply: 'stream',
  },
});
