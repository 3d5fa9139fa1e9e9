import type * as z from 'zod';
import type { Right } from '../rights.ts';

/** A live topic as data: who may read it, its snapshot, its events. */
export type Topic = {
  right: Right;
  /** One per entity: `players.online/<server id>`. */
  isKeyed: boolean;
  snapshot: z.ZodType;
  events: Record<string, z.ZodType>;
};

export function defineTopics<const T extends Record<string, Topic>>(topics: T): T {
  return topics;
}
