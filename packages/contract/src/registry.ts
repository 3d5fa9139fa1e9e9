import type * as z from 'zod';
import { accountRoutes } from './accounts/account.contract.ts';
import { factorsRoutes } from './accounts/factors.contract.ts';
import { registrationRoutes, registrationTopics } from './accounts/registration.contract.ts';
import { tokensRoutes } from './accounts/tokens.contract.ts';
import { auditRoutes, auditTopics } from './audit.contract.ts';
import { blokkenRoutes, blokkenTopics } from './blokken.contract.ts';
import { chatRoutes, chatTopics } from './chat.contract.ts';
import { clustersRoutes, clustersTopics } from './clusters.contract.ts';
import { databasesRoutes, databasesTopics } from './databases.contract.ts';
import { discordRoutes } from './discord.contract.ts';
import { createEventsRoutes } from './events.contract.ts';
import { filesRoutes, filesTopics } from './files.contract.ts';
import { hostRoutes, hostTopics } from './host.contract.ts';
import { logsRoutes, logsTopics } from './logs.contract.ts';
import { mailRoutes, mailTopics } from './mail.contract.ts';
import { sanctionsRoutes, sanctionsTopics } from './moderation/sanctions.contract.ts';
import { moderatorsRoutes } from './moderation/moderators.contract.ts';
import { consoleRoutes } from './moderation/console.contract.ts';
import { whitelistRoutes, whitelistTopics } from './moderation/whitelist.contract.ts';
import { reportsRoutes, reportsTopics } from './moderation/reports.contract.ts';
import { musicRoutes, musicTopics } from './music.contract.ts';
import { personalDataRoutes } from './people/personal-data.contract.ts';
import { homeRoutes } from './people/home.contract.ts';
import { leaderboardsRoutes } from './people/leaderboards.contract.ts';
import { peopleRoutes, peopleTopics } from './people/people.contract.ts';
import { tribeLogRoutes } from './people/tribe-log.contract.ts';
import { notesRoutes, notesTopics } from './people/notes.contract.ts';
import { notificationsRoutes, notificationsTopics } from './people/notifications.contract.ts';
import { searchRoutes } from './people/search.contract.ts';
import { personRecordsRoutes } from './people/person-records.contract.ts';
import { serverEventsRoutes } from './people/server-events.contract.ts';
import { playersRoutes, playersTopics } from './players.contract.ts';
import { serversRoutes, serversTopics } from './servers.contract.ts';
import { activityRoutes } from './site/activity.contract.ts';
import { siteRoutes, siteTopics } from './site/site.contract.ts';
import { statsRoutes, statsTopics } from './site/stats.contract.ts';
import { statusRoutes } from './site/status.contract.ts';
import { structuresRoutes, structuresTopics } from './structures.contract.ts';
import { terminalRoutes } from './terminal.contract.ts';
import { usersRoutes, usersTopics } from './users.contract.ts';

/** Every live topic. */
export const topics = {
  ...siteTopics,
  ...statsTopics,
  ...usersTopics,
  ...registrationTopics,
  ...mailTopics,
  ...serversTopics,
  ...playersTopics,
  ...peopleTopics,
  ...notesTopics,
  ...sanctionsTopics,
  ...reportsTopics,
  ...whitelistTopics,
  ...notificationsTopics,
  ...structuresTopics,
  ...clustersTopics,
  ...chatTopics,
  ...hostTopics,
  ...musicTopics,
  ...filesTopics,
  ...databasesTopics,
  ...logsTopics,
  ...blokkenTopics,
  ...auditTopics,
};

export type TopicName = keyof typeof topics;
type Keyed = { [Name in TopicName]: (typeof topics)[Name]['isKeyed'] extends true ? Name : never }[TopicName];

/** How a reader names a topic: `users.me`, or with the id of the entity `players.online/abc`. */
export type TopicRef = Exclude<TopicName, Keyed> | `${Keyed}/${string}`;
export type TopicOf<Ref extends TopicRef> = Ref extends `${infer Name extends Keyed}/${string}`
  ? Name
  : Ref extends TopicName
    ? Ref
    : never;

export function splitTopic(ref: string): { name: TopicName; key: string | undefined } | undefined {
  const [name = '', key, ...rest] = ref.split('/');
  if (!Object.hasOwn(topics, name) || rest.length > 0) return undefined;
  const isWhole = topics[name as TopicName].isKeyed ? /^[\w-]{1,64}$/.test(key ?? '') : key === undefined;
  return isWhole ? { name: name as TopicName, key } : undefined;
}

function isTopicRef(ref: string): ref is TopicRef {
  return splitTopic(ref) !== undefined;
}

/** Every HTTP call of the product, by method and path below `/api`. */
export const routes = {
  ...usersRoutes,
  ...tokensRoutes,
  ...accountRoutes,
  ...registrationRoutes,
  ...factorsRoutes,
  ...discordRoutes,
  ...hostRoutes,
  ...siteRoutes,
  ...statusRoutes,
  ...createEventsRoutes(isTopicRef),
  ...musicRoutes,
  ...databasesRoutes,
  ...blokkenRoutes,
  ...clustersRoutes,
  ...serversRoutes,
  ...playersRoutes,
  ...peopleRoutes,
  ...tribeLogRoutes,
  ...leaderboardsRoutes,
  ...serverEventsRoutes,
  ...homeRoutes,
  ...notesRoutes,
  ...sanctionsRoutes,
  ...reportsRoutes,
  ...notificationsRoutes,
  ...searchRoutes,
  ...personRecordsRoutes,
  ...structuresRoutes,
  ...personalDataRoutes,
  ...chatRoutes,
  ...consoleRoutes,
  ...whitelistRoutes,
  ...mailRoutes,
  ...statsRoutes,
  ...filesRoutes,
  ...terminalRoutes,
  ...logsRoutes,
  ...auditRoutes,
  ...activityRoutes,
  ...moderatorsRoutes,
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
