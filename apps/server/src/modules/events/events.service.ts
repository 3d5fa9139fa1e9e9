import { topics, type TopicName } from '@tribehall/contract';
import * as z from 'zod';
import type { Ctx } from '../../context.ts';

type EventName<Name extends TopicName> = keyof (typeof topics)[Name]['events'] & string;
type EventData<Name extends TopicName> = (typeof topics)[Name]['events'][EventName<Name>] extends infer Schema extends
  z.ZodType
  ? z.output<Schema>
  : never;

/** What travels on the bus. A channel is a topic, or a topic and whose it is. */
export type LiveMessage = { channel: string; topic: TopicName; event: string; data: unknown };

export const liveSubject = 'live';

export function channelOf(topic: TopicName, key?: string): string {
  return key === undefined ? topic : `${topic}/${key}`;
}

/** Tells everyone who reads a topic, in every process. Inside a transaction it waits for the commit. */
export function publishLive<Name extends TopicName>(
  ctx: Ctx,
  topic: Name,
  event: EventName<Name>,
  data: EventData<Name>,
  key?: string,
): void {
  const events: Record<string, z.ZodType> = topics[topic].events;
  const schema = events[event] ?? z.unknown();
  const message: LiveMessage = { channel: channelOf(topic, key), topic, event, data: z.encode(schema, data) };
  ctx.bus.publish(liveSubject, message);
}
