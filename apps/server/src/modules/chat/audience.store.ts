import { and, asc, eq, or, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { prepared, type Db } from '../../db/db.ts';
import { namedStatement } from '../../db/statement.ts';
import { chatGuilds } from '../../db/tables/chat.table.ts';
import { agentConnections } from '../../db/tables/agents.table.ts';
import { clusters, servers } from '../../db/tables/servers.table.ts';

/** The server a message is sent on, and how far it goes from there. */
export type Source = {
  id: string;
  name: string;
  clusterId: string | null;
  sharesClusterChat: boolean;
  hasBotTraffic: boolean;
};

export type GuildKind = 'log' | 'relay';
export type GuildRow = { guildId: string; kind: GuildKind };

const source = {
  id: servers.id,
  name: servers.name,
  clusterId: servers.clusterId,
  sharesClusterChat: servers.sharesClusterChat,
  hasBotTraffic: servers.hasBotTraffic,
};

/**
 * Locks the server a message is sent on until the end of the transaction: its cluster cannot be removed between reading
 * its id and storing a message with it.
 */
export async function lockSource(
  db: Db,
  serverId: string,
  strength: 'share' | 'no key update',
): Promise<Source | undefined> {
  const [row] = await lockedSource[strength](db).execute({ serverId });
  return row;
}

/** Prepared: a batch of messages needs it often, and building the query costs more than running it. */
const lockedSource = {
  share: prepared((db) => selectSource(db).for('share').prepare('chat_source_share')),
  'no key update': prepared((db) => selectSource(db).for('no key update').prepare('chat_source_update')),
};

function selectSource(db: Db) {
  return db
    .select(source)
    .from(servers)
    .where(eq(servers.id, sql.placeholder('serverId')));
}

type LockedRow = {
  id: string;
  name: string;
  cluster_id: string | null;
  shares_cluster_chat: boolean;
  has_bot_traffic: boolean;
};

const lockingSources = namedStatement<LockedRow>(
  'chat_sources_share',
  () => sql`
    select id, name, cluster_id, shares_cluster_chat, has_bot_traffic from ${servers}
    where id = any(${sql.placeholder('ids')}::text[]) order by id for share`,
);

/** The same for several servers, by id. */
export async function lockSources(db: Db, serverIds: Iterable<string>): Promise<Map<string, Source>> {
  const rows = await lockingSources(db, { ids: [...serverIds] });
  return new Map(
    rows.map(({ id, name, ...row }) => [
      id,
      {
        id,
        name,
        clusterId: row.cluster_id,
        sharesClusterChat: row.shares_cluster_chat,
        hasBotTraffic: row.has_bot_traffic,
      },
    ]),
  );
}

export async function findSource(db: Db, serverId: string): Promise<Source | undefined> {
  const [row] = await db.select(source).from(servers).where(eq(servers.id, serverId));
  return row;
}

export async function lockCluster(db: Db, clusterId: string): Promise<boolean> {
  const rows = await db.select({ id: clusters.id }).from(clusters).where(eq(clusters.id, clusterId)).for('key share');
  return rows.length === 1;
}

export async function findServersOf(db: Db, clusterId: string): Promise<{ id: string; hasBotTraffic: boolean }[]> {
  const { id, hasBotTraffic } = servers;
  return db.select({ id, hasBotTraffic }).from(servers).where(eq(servers.clusterId, clusterId));
}

/** The connected servers in a guild's relay, directly or through another server of their cluster. */
export async function findServersOfGuild(
  db: Db,
  guildId: string,
): Promise<Pick<Source, 'id' | 'clusterId' | 'sharesClusterChat'>[]> {
  const joined = alias(servers, 'joined');
  const { id, clusterId, sharesClusterChat, hasBotTraffic } = servers;
  const ofCluster = and(sharesClusterChat, joined.sharesClusterChat, eq(clusterId, joined.clusterId));
  return db
    .selectDistinct({ id, clusterId, sharesClusterChat })
    .from(chatGuilds)
    .innerJoin(joined, eq(joined.id, chatGuilds.serverId))
    .innerJoin(servers, or(eq(id, joined.id), ofCluster))
    .innerJoin(agentConnections, eq(agentConnections.serverId, id))
    .where(and(eq(chatGuilds.guildId, guildId), eq(chatGuilds.kind, 'relay'), joined.hasBotTraffic, hasBotTraffic))
    .orderBy(asc(id));
}

const guildsOfServers = namedStatement<{ server_id: string; guild_id: string; kind: GuildKind }>(
  'chat_guilds_of_servers',
  () => sql`
    select distinct source.id as server_id, ${chatGuilds.guildId}, ${chatGuilds.kind}
    from ${chatGuilds} join ${servers} subscribed on subscribed.id = ${chatGuilds.serverId}
      join ${servers} source on source.id = subscribed.id
        or (source.cluster_id = subscribed.cluster_id and source.shares_cluster_chat and subscribed.shares_cluster_chat
          and ${chatGuilds.kind} = 'relay')
    where subscribed.has_bot_traffic and source.id = any(${sql.placeholder('ids')}::text[])
    order by ${chatGuilds.guildId}`,
);

/** The guilds subscribed to each server's chat; relays of its cluster count through any of the cluster's servers. */
export async function findGuildsOfServers(db: Db, ids: readonly string[]): Promise<Map<string, GuildRow[]>> {
  const byServer = new Map<string, GuildRow[]>();
  if (ids.length === 0) return byServer;
  for (const { server_id: serverId, guild_id: guildId, kind } of await guildsOfServers(db, { ids })) {
    const guilds = byServer.get(serverId) ?? [];
    guilds.push({ guildId, kind });
    byServer.set(serverId, guilds);
  }
  return byServer;
}

/** The guilds subscribed to any server of a cluster, or to those that share their chat. */
export async function findGuildsOfCluster(
  db: Db,
  clusterId: string,
  { areSharing }: { areSharing: boolean },
): Promise<GuildRow[]> {
  return selectGuilds(db, and(eq(servers.clusterId, clusterId), areSharing ? servers.sharesClusterChat : undefined));
}

function selectGuilds(db: Db, where: SQL | undefined): Promise<GuildRow[]> {
  return db
    .selectDistinct({ guildId: chatGuilds.guildId, kind: chatGuilds.kind })
    .from(chatGuilds)
    .innerJoin(servers, eq(servers.id, chatGuilds.serverId))
    .where(and(servers.hasBotTraffic, where))
    .orderBy(asc(chatGuilds.guildId));
}

export type ChatGuild = typeof chatGuilds.$inferSelect;

export async function findGuilds(db: Db, serverId: string): Promise<ChatGuild[]> {
  return db.select().from(chatGuilds).where(eq(chatGuilds.serverId, serverId)).orderBy(asc(chatGuilds.guildId));
}

export async function insertGuild(db: Db, guild: ChatGuild): Promise<void> {
  await db.insert(chatGuilds).values(guild).onConflictDoNothing();
}

export async function deleteGuild(db: Db, { serverId, guildId, kind }: ChatGuild): Promise<void> {
  await db
    .delete(chatGuilds)
    .where(and(eq(chatGuilds.serverId, serverId), eq(chatGuilds.guildId, guildId), eq(chatGuilds.kind, kind)));
}

export async function updateSwitches(
  db: Db,
  serverId: string,
  next: { sharesClusterChat: boolean; hasBotTraffic: boolean },
): Promise<void> {
  await db.update(servers).set(next).where(eq(servers.id, serverId));
}
