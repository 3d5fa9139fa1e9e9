import { and, asc, eq, or, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { prepared, type Db } from '../../db/db.ts';
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

/** The guilds subscribed to a server's chat; relays of its cluster count through any of the cluster's servers. */
export async function findGuildsOfServer(db: Db, from: Source): Promise<GuildRow[]> {
  const ofCluster =
    from.clusterId !== null && from.sharesClusterChat
      ? and(eq(servers.clusterId, from.clusterId), servers.sharesClusterChat, eq(chatGuilds.kind, 'relay'))
      : undefined;
  return selectGuilds(db, or(eq(servers.id, from.id), ofCluster));
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
