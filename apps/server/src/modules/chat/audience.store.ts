import { and, asc, eq, or, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db } from '../../db/db.ts';
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

/** With the guilds that get its messages. */
export type SubscribedSource = Source & { guilds: GuildRow[] };

const source = {
  id: servers.id,
  name: servers.name,
  clusterId: servers.clusterId,
  sharesClusterChat: servers.sharesClusterChat,
  hasBotTraffic: servers.hasBotTraffic,
};

/**
 * Locks a server until the end of the transaction: its cluster cannot be removed between reading its id and storing a
 * message with it.
 */
export async function lockSource(db: Db, serverId: string): Promise<Source | undefined> {
  const [row] = await db.select(source).from(servers).where(eq(servers.id, serverId)).for('no key update');
  return row;
}

type LockedRow = {
  id: string;
  name: string;
  cluster_id: string | null;
  shares_cluster_chat: boolean;
  has_bot_traffic: boolean;
  guilds: GuildRow[] | null;
};

const lockingSources = namedStatement<LockedRow>('chat_sources_share', () => {
  const isOfCluster = sql`(${chatGuilds.kind} = 'relay' and source.shares_cluster_chat
    and subscribed.shares_cluster_chat and subscribed.cluster_id = source.cluster_id)`;
  const guilds = sql`
    select json_agg(distinct jsonb_build_object('guildId', ${chatGuilds.guildId}, 'kind', ${chatGuilds.kind}))
    from ${chatGuilds} join ${servers} subscribed on subscribed.id = ${chatGuilds.serverId}
    where source.has_bot_traffic and subscribed.has_bot_traffic and (subscribed.id = source.id or ${isOfCluster})`;
  return sql`
    select id, name, cluster_id, shares_cluster_chat, has_bot_traffic, (${guilds}) as guilds
    from ${servers} source where id = any(${sql.placeholder('ids')}::text[]) order by id for share`;
});

/**
 * Locks the servers that messages are sent on, by id, with the guilds subscribed to the chat of each. Relays of its
 * cluster count through any of the cluster's servers.
 */
export async function lockSources(db: Db, serverIds: Iterable<string>): Promise<Map<string, SubscribedSource>> {
  const rows = await lockingSources(db, { ids: [...serverIds] });
  return new Map(
    rows.map(({ id, name, guilds, ...row }) => [
      id,
      {
        id,
        name,
        clusterId: row.cluster_id,
        sharesClusterChat: row.shares_cluster_chat,
        hasBotTraffic: row.has_bot_traffic,
        guilds: guilds ?? [],
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
