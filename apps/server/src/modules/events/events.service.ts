import { topics, type TopicName } from '@tribehall/contract';
import * as z from 'zod';
import type { Ctx } from '../../context.ts';

type EventName<Name extends TopicName> = keyof (typeof topics)[Name]['events'] & string;
type EventData<Name extends TopicName> = (typeof topics)[Name]['events'][EventName<Name>] extends infer Schema extends
  z.ZodType
  ? z.output<Schema>
  : never;

/** What travels on the bus: the topic as its readers name it, and the channel, which tells whose it is where they do not. */
export type LiveMessage = {
  channel: string;
  topic: string;
  event: string;
  data: unknown;
  /** Nothing comes after it: whoever reads this channel alone is done. */
  isLast?: boolean;
};

export const liveSubject = 'live';

export function channelOf(topic: TopicName, key?: string): string {
  return key === undefined ? topic : `${topic}/${key}`;
}

/** Tells everyone who reads a topic (the one of `key`), in every process. Inside a transaction it waits for the commit. */
export function publishLive<Name extends TopicName>(
  ctx: Ctx,
  topic: Name,
  event: EventName<Name>,
  data: EventData<Name>,
  key?: string,
  options: { isLast?: boolean } = {},
): void {
  const events: Record<string, z.ZodType> = topics[topic].events;
  const schema = events[event] ?? z.unknown();
  const channel = channelOf(topic, key);
  const ref = topics[topic].isKeyed ? channel : topic;
  const message: LiveMessage = { channel, topic: ref, event, data: z.encode(schema, data), ...options };
  // A message that holds the whole state makes an earlier one needless.
  const isWhole = schema === topics[topic].snapshot;
  ctx.bus.publish(liveSubject, message, isWhole ? channel : undefined);
}

/** Tells everyone who reads a topic that what it is about does not exist any more. */
export function publishGone(ctx: Ctx, topic: TopicName, key: string): void {
  const channel = channelOf(topic, key);
  const message: LiveMessage = { channel, topic: channel, event: 'gone', data: {} };
  ctx.bus.publish(liveSubject, message);
}

/** The snapshot of a topic that only announces changes. */
export const emptySnapshot = () => Promise.resolve({});
