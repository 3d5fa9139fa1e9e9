import { topics, type TopicName } from '@tribehall/contract';
import * as z from 'zod';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { authorize } from '../../rights.ts';
import type { Caller } from '../sessions/sessions.service.ts';
import { me } from '../users/users.service.ts';
import { channelOf } from './events.service.ts';

type Source = { channel: (caller: Caller) => string; snapshot: (ctx: Ctx, caller: Caller) => Promise<unknown> };

/** Where each topic's first answer comes from. A topic without an entry does not compile. */
const sources = {
  'users.me': {
    channel: (caller) => channelOf('users.me', caller.userId),
    snapshot: (ctx, caller) => me(ctx, caller.userId),
  },
  audit: { channel: () => channelOf('audit'), snapshot: () => Promise.resolve({}) },
} satisfies Record<TopicName, Source>;

export function isTopic(name: string): name is TopicName {
  return Object.hasOwn(sources, name);
}

/** The channels of topics that the caller may read; the first one that is not allowed refuses them all. */
export async function openTopics(ctx: Ctx, caller: Caller, names: readonly TopicName[]): Promise<Set<string>> {
  for (const name of names) await authorize(ctx, topics[name].right, caller, {});
  return new Set(names.map((name) => sources[name].channel(caller)));
}

export async function readSnapshots(ctx: Ctx, caller: Caller, names: readonly TopicName[]): Promise<object[]> {
  return Promise.all(
    names.map(async (topic) => {
      const schema: z.ZodType = topics[topic].snapshot;
      return { topic, event: 'snapshot', data: z.encode(schema, await sources[topic].snapshot(ctx, caller)) };
    }),
  );
}

/** Someone else's stream is not there, as far as the caller can tell. */
export async function findTopic(ctx: Ctx, caller: Caller, id: string): Promise<TopicName> {
  const isAllowed = isTopic(id) && (await openTopics(ctx, caller, [id]).then(Boolean, isForbidden));
  if (!isAllowed) throw new AppError('NOT_FOUND', 'There is no such stream.');
  return id;
}

function isForbidden(error: unknown): false {
  if (error instanceof AppError) return false;
  throw error;
}
