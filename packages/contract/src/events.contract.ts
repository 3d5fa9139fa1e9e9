import * as z from 'zod';
import { defineRoutes } from './route.ts';

/** Why a stream ended; the reader reconnects unless its session is over. */
export const closeReasons = ['session-ended', 'stopping', 'too-slow', 'finished'] as const;
export type CloseReason = (typeof closeReasons)[number];

/** The calls that stream the given topics. */
export function createEventsRoutes<Ref extends string>(isTopicRef: (ref: string) => ref is Ref) {
  const topicRef = z.custom<Ref>((ref) => typeof ref === 'string' && isTopicRef(ref), 'There is no such topic.');
  /** `users.me,players.online/abc` */
  const topicList = z.codec(z.string().min(1).max(2000), z.array(topicRef).min(1).max(20), {
    decode: (text) => [...new Set(text.split(','))] as Ref[],
    encode: (refs) => refs.join(','),
  });
  return defineRoutes({
    'GET /events': {
      summary: 'One stream of several live topics: a snapshot of each, then its events. Every topic has its own right',
      right: 'anyone',
      scope: 'read',
      knowsCaller: true,
      isByTopic: true,
      query: z.object({ topics: topicList }),
      reply: 'stream',
    },
    'GET /events/{id}': {
      summary: 'One live topic or running job; ends with the event close',
      right: 'user',
      scope: 'read',
      isByTopic: true,
      params: z.object({ id: z.string().min(1).max(128) }),
      reply: 'stream',
    },
  });
}
