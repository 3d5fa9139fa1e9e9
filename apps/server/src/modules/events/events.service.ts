import { topics, type TopicName } from '@tribehall/contract';
import * as z from 'zod';
import type { Ctx } from '../../context.ts';

type EventName<Name extends TopicName> = keyof (typeof topics)[Name]['events'] & string;
type EventData<Name extends TopicName> = (typeof topics)[Name]['events'][EventName<Name>] extends infer Schema extends
  z.ZodType
  ? z.output<Schema>
  : never;

/** A message on the bus: the topic as its readers name it, and the channel, which also says whose it is. */
export type LiveMessage = {
  channel: string;
  topic: string;
  event: string;
  data: unknown;
  /** Nothing follows: streams that read only this channel end. */
  isLast?: boolean;
};

/** The messages of all channels. */
export const liveSubject = 'live.>';

/** A subject for each channel, so that a process gets only those that it has readers of. */
export function liveSubjectOf(channel: string): string {
  const [topic = '', ...key] = channel.split('/');
  return key.length === 0 ? `live.${topic}` : `live.${topic}.${subjectToken(key.join('/'))}`;
}

/** A reader may name any key; wildcards and spaces must not get into a subject. */
function subjectToken(key: string): string {
  return /^[\w-]{1,64}$/.test(key) ? key : `=${Buffer.from(key).toString('base64url')}`;
}

export function channelOf(topic: TopicName, key?: string): string {
  return key === undefined ? topic : `${topic}/${key}`;
}

/** Publishes to all readers of a topic (the one of `key`), in every process; in a transaction, after the commit. */
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
  // A message with the whole state replaces an earlier one.
  const isWhole = schema === topics[topic].snapshot;
  ctx.bus.publish(liveSubjectOf(channel), message, isWhole ? channel : undefined);
}

/** Publishes to all readers of a topic that its subject no longer exists. */
export function publishGone(ctx: Ctx, topic: TopicName, key: string): void {
  const channel = channelOf(topic, key);
  const message: LiveMessage = { channel, topic: channel, event: 'gone', data: {} };
  ctx.bus.publish(liveSubjectOf(channel), message);
}

/** The snapshot of a topic that only announces changes. */
export const emptySnapshot = () => Promise.resolve({});
