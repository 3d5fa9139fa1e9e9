import type * as z from 'zod';
import { auditRoutes } from './audit.contract.ts';
import { blokkenRoutes } from './blokken.contract.ts';
import { chatRoutes } from './chat.contract.ts';
import { clustersRoutes } from './clusters.contract.ts';
import { databasesRoutes } from './databases.contract.ts';
import { discordRoutes } from './discord.contract.ts';
import { eventsRoutes } from './events.contract.ts';
import { filesRoutes } from './files.contract.ts';
import { hostRoutes } from './host.contract.ts';
import { logsRoutes } from './logs.contract.ts';
import { mailRoutes } from './mail.contract.ts';
import { musicRoutes } from './music.contract.ts';
import { playersRoutes } from './players.contract.ts';
import { serversRoutes } from './servers.contract.ts';
import { siteRoutes } from './site.contract.ts';
import { statsRoutes } from './stats.contract.ts';
import { structuresRoutes } from './structures.contract.ts';
import { terminalRoutes } from './terminal.contract.ts';
import { usersRoutes } from './users.contract.ts';

/** Every HTTP call of the product, by method and path below `/api`. */
export const routes = {
  ...usersRoutes,
  ...discordRoutes,
  ...hostRoutes,
  ...siteRoutes,
  ...eventsRoutes,
  ...musicRoutes,
  ...databasesRoutes,
  ...blokkenRoutes,
  ...clustersRoutes,
  ...serversRoutes,
  ...playersRoutes,
  ...structuresRoutes,
  ...chatRoutes,
  ...mailRoutes,
  ...statsRoutes,
  ...filesRoutes,
  ...terminalRoutes,
  ...logsRoutes,
  ...auditRoutes,
};

export type Routes = typeof routes;
export type CallKey = keyof Routes;

type Part<Key extends CallKey, Name extends 'params' | 'query' | 'body'> = Routes[Key] extends {
  [N in Name]: infer Schema;
}
  ? Schema
  : undefined;

/** A part of a call as the handler gets it (decoded) … */
export type PartOutput<Key extends CallKey, Name extends 'params' | 'query' | 'body'> =
  Part<Key, Name> extends infer Schema extends z.ZodType ? z.output<Schema> : undefined;

/** … and as the caller writes it (on the wire). */
export type PartInput<Key extends CallKey, Name extends 'params' | 'query' | 'body'> =
  Part<Key, Name> extends infer Schema extends z.ZodType ? z.input<Schema> : undefined;

/** `data` of the reply as the handler returns it … */
export type ReplyOutput<Key extends CallKey> = Routes[Key]['reply'] extends infer Schema extends z.ZodType
  ? z.output<Schema>
  : never;

/** … and as the caller reads it. */
export type ReplyInput<Key extends CallKey> = Routes[Key]['reply'] extends infer Schema extends z.ZodType
  ? z.input<Schema>
  : never;
