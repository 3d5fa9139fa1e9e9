import * as z from 'zod';
import { auditEntry } from './audit.contract.ts';
import type { Right } from './rights.ts';
import { defineRoutes } from './route.ts';
import { user } from './users.contract.ts';

/** A live topic as data: who may read it, what comes first, what comes then. */
type Topic = { right: Right; snapshot: z.ZodType; events: Record<string, z.ZodType> };

export const topics = {
  'users.me': { right: 'user', snapshot: user, events: { changed: user } },
  audit: { right: 'owner', snapshot: z.object({}), events: { added: auditEntry } },
} as const satisfies Record<string, Topic>;

export type TopicName = keyof typeof topics;

/** Why a stream ended; the reader comes back unless its session is over. */
export const closeReasons = ['session-ended', 'stopping', 'too-slow', 'finished'] as const;
export type CloseReason = (typeof closeReasons)[number];

const topicNames = Object.keys(topics) as [TopicName, ...TopicName[]];

/** `users.me,audit` */
const topicList = z.codec(z.string().min(1).max(1000), z.array(z.enum(topicNames)).min(1).max(20), {
  decode: (text) => [...new Set(text.split(','))] as TopicName[],
  encode: (names) => names.join(','),
});

export const eventsRoutes = defineRoutes({
  'GET /events': {
    summary: 'One stream of several live topics: a snapshot of each, then what changes',
    right: 'user',
    query: z.object({ topics: topicList }),
    reply: 'stream',
  },
  'GET /events/{id}': {
    summary: 'One live topic or running work; ends with the event close',
    right: 'user',
    params: z.object({ id: z.string().min(1).max(128) }),
    reply: 'stream',
  },
});
