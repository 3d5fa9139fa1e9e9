import * as z from 'zod';
import { id } from '../shared/schemas.ts';

/** What a moderator may do on the servers they are responsible for. Admins have all powers everywhere. */
export const moderatorPowers = ['history', 'kick', 'warn', 'mute', 'ban', 'mail', 'console', 'structures'] as const;
export type ModeratorPower = (typeof moderatorPowers)[number];

/** The servers that something applies to. */
export const reach = z.discriminatedUnion('type', [
  z.object({ type: z.literal('server'), serverId: id }),
  z.object({ type: z.literal('cluster'), clusterId: id }),
  z.object({ type: z.literal('all') }),
]);
export type Reach = z.output<typeof reach>;

/** With the name of the server or cluster as it is now, or was when it was removed. */
export const namedReach = z.object({
  type: z.enum(['server', 'cluster', 'all']),
  /** Of the server or cluster; null if it was removed, and for all servers. */
  id: id.nullable(),
  name: z.string(),
});
