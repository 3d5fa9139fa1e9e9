import type * as z from 'zod';
import type { RouteScope } from '../accounts/scopes.ts';
import type { Right } from '../rights.ts';

type Access = { right: 'anyone'; scope?: never } | { right: Exclude<Right, 'anyone'>; scope: RouteScope };

/** A live topic as data: who may read it, its snapshot, its events. */
export type Topic = Access & {
  /** One per entity: `players.online/<server id>`. */
  isKeyed: boolean;
  /** Its key is the id of a server. */
  isOfServer?: true;
  snapshot: z.ZodType;
  events: Record<string, z.ZodType>;
};

export function defineTopics<const T extends Record<string, Topic>>(topics: T): T {
  return topics;
}
