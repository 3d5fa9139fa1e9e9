import { and, asc, eq, inArray, isNull, lt, notExists, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { prepared, type Db } from '../../db/db.ts';
import { namedStatement } from '../../db/statement.ts';
import { agentConnections, portals } from '../../db/tables/agents.table.ts';
import { onlinePlayers } from '../../db/tables/players.table.ts';
import { servers } from '../../db/tables/servers.table.ts';
import type { ConnectionKey } from './agent-connection.ts';

export type ServerRow = typeof servers.$inferSelect;

const connectionIdOf = prepared((db) =>
  db
    .select({ id: agentConnections.id })
    .from(agentConnections)
    .where(eq(agentConnections.serverId, sql.placeholder('serverId')))
    .prepare('agent_connection_id'),
);

export async function findConnectionId(db: Db, serverId: string): Promise<string | undefined> {
  const [row] = await connectionIdOf(db).execute({ serverId });
  return row?.id;
}

/** A single parameter, however many there are. */
const isOneOf = (column: PgColumn, values: readonly string[]) => sql`${column} = any(${sql.param(values)}::text[])`;

const serversByToken = prepared((db) =>
  db
    .select({ id: servers.id, tokenHash: servers.tokenHash })
    .from(servers)
    .where(sql`${servers.tokenHash} = any(${sql.placeholder('tokenHashes')}::text[])`)
    .prepare('agent_servers'),
);

export type TokenRow = Pick<ServerRow, 'id' | 'tokenHash'>;

export async function findByTokens(db: Db, tokenHashes: string[]): Promise<TokenRow[]> {
  return serversByToken(db).execute({ tokenHashes });
}

/** The server of a connection and its current connection, locked until the end of the transaction. */
export async function lockServer(
  db: Db,
  serverId: string,
): Promise<{ server: ServerRow; connectionId: string | undefined } | undefined> {
  const [server] = await db.select().from(servers).where(eq(servers.id, serverId)).for('no key update');
  return server && { server, connectionId: await findConnectionId(db, serverId) };
}

type LockedRow = { id: string; acked_seq: string };

const lock = namedStatement<LockedRow>('agent_lock_servers', () => lockingServers());
const lockFree = namedStatement<LockedRow>('agent_lock_free_servers', () => sql`${lockingServers()} skip locked`);

function lockingServers(): SQL {
  return sql`select id, acked_seq from ${servers} where id = any(${sql.placeholder('ids')}::text[]) order by id
    for no key update`;
}

/**
 * Locks servers until the end of the transaction, before their connections and sorted, as everywhere: otherwise two could
 * deadlock. Returns the last number acknowledged to each.
 */
export async function lockForEvents(db: Db, ids: string[]): Promise<Map<string, number>> {
  return ackedSeqs(await lock(db, { ids }));
}

/** The same without those that somebody else has locked. */
export async function lockFreeForEvents(db: Db, ids: string[]): Promise<Map<string, number>> {
  return ackedSeqs(await lockFree(db, { ids }));
}

function ackedSeqs(rows: LockedRow[]): Map<string, number> {
  return new Map(rows.map((row) => [row.id, Number(row.acked_seq)]));
}

type Acknowledged = { id: string; serverId: string; ackedSeq: number };

const acknowledging = namedStatement<{ id: string }>(
  'agent_acknowledge',
  () => sql`
    update ${servers} set acked_seq = sent."ackedSeq"
    from json_to_recordset(${sql.placeholder('sent')}::json) as sent(id text, "serverId" text, "ackedSeq" bigint)
      join ${agentConnections} on ${agentConnections.serverId} = sent."serverId" and ${agentConnections.id} = sent.id
    where ${servers.id} = sent."serverId" returning sent.id`,
);

/**
 * Stores the last number acknowledged to each connection that is still its server's, and returns those connections. The
 * servers have to be locked by an earlier statement: only then is this sure to see the newest connection.
 */
export async function acknowledge(db: Db, given: readonly Acknowledged[]): Promise<Set<string>> {
  if (given.length === 0) return new Set();
  const sent = given.map(({ id, serverId, ackedSeq }) => ({ id, serverId, ackedSeq }));
  const rows = await acknowledging(db, { sent: JSON.stringify(sent) });
  return new Set(rows.map(({ id }) => id));
}

/**
 * The current connection of a server, locked until the end of the transaction. The server's row is locked first, as
 * everywhere; it can still be changed, but not removed.
 */
export async function lockConnection(db: Db, serverId: string): Promise<string | undefined> {
  await db.select({ id: servers.id }).from(servers).where(eq(servers.id, serverId)).for('key share');
  const [connection] = await db
    .select({ id: agentConnections.id })
    .from(agentConnections)
    .where(eq(agentConnections.serverId, serverId))
    .for('share');
  return connection?.id;
}

/** `lostForMs`: how long ago its last connection ended; null if none has. */
export type ConnectionState = { tokenHash: string; lostForMs: number | null; connectionId: string | null };

export async function findConnectionState(db: Db, serverId: string): Promise<ConnectionState | undefined> {
  const lostForMs = sql<number | null>`extract(epoch from now() - ${servers.connectionLostAt})::float8 * 1000`;
  const [row] = await db
    .select({ tokenHash: servers.tokenHash, lostForMs, connectionId: agentConnections.id })
    .from(servers)
    .leftJoin(agentConnections, eq(agentConnections.serverId, servers.id))
    .where(eq(servers.id, serverId));
  return row;
}

/** A connection whose hello was accepted, and what its agent reported about its server. */
export type AcceptedConnection = ConnectionRow & Pick<ServerRow, ReportedColumn>;
type ConnectionRow = Pick<typeof agentConnections.$inferSelect, 'id' | 'serverId' | 'portalId'>;
type ReportedColumn = 'agentName' | 'agentVersion' | 'map' | 'version' | 'stream' | 'capabilities' | 'ackedSeq';

/** The newest connection of a server counts. Returns those that replaced an older one. */
export async function putConnections(
  db: Db,
  accepted: readonly AcceptedConnection[],
  connectedAt: Date,
): Promise<ConnectionKey[]> {
  if (accepted.length === 0) return [];
  const column = (name: keyof AcceptedConnection) => sql.param(accepted.map((row) => row[name]));
  const capabilities = sql.param(accepted.map((row) => JSON.stringify(row.capabilities)));
  const at = sql`${connectedAt.toISOString()}::timestamptz`;
  const { rows } = await db.execute<{ server_id: string; id: string }>(sql`
    with given as (
      select * from unnest(${column('serverId')}::text[], ${column('id')}::text[], ${column('portalId')}::text[],
        ${column('agentName')}::text[], ${column('agentVersion')}::text[], ${column('map')}::text[],
        ${column('version')}::text[], ${column('stream')}::text[], ${capabilities}::jsonb[], ${column('ackedSeq')}::bigint[])
      as given(server_id, id, portal_id, agent_name, agent_version, map, version, stream, capabilities, acked_seq)
    ), old as (
      select server_id from ${agentConnections} where server_id in (select server_id from given)
    ), put as (
      insert into ${agentConnections} (server_id, id, portal_id, connected_at)
      select server_id, id, portal_id, ${at} from given
      on conflict (server_id) do update
        set id = excluded.id, portal_id = excluded.portal_id, connected_at = excluded.connected_at
    ), described as (
      update ${servers} set agent_name = given.agent_name, agent_version = given.agent_version, map = given.map,
        version = given.version, stream = given.stream, capabilities = given.capabilities, acked_seq = given.acked_seq,
        state_since = case when old.server_id is null then ${at} else ${servers.stateSince} end
      from given left join old on old.server_id = given.server_id
      where ${servers.id} = given.server_id
    )
    select given.server_id, given.id from given join old on old.server_id = given.server_id`);
  return rows.map((row) => ({ serverId: row.server_id, id: row.id }));
}

export async function updateServer(db: Db, id: string, set: Partial<typeof servers.$inferInsert>): Promise<void> {
  await db.update(servers).set(set).where(eq(servers.id, id));
}

/** Removes connections that ended, each only if it is still the server's; returns the servers. */
export async function deleteConnections(
  db: Db,
  ended: { id: string; serverId: string }[],
  now: Date,
): Promise<string[]> {
  if (ended.length === 0) return [];
  const byServer = new Map(ended.map((connection) => [connection.serverId, connection.id]));
  await lockServerIds(db, [...byServer.keys()]);
  const rows = await db
    .delete(agentConnections)
    .where(isOneOf(agentConnections.id, [...byServer.values()]))
    .returning({ serverId: agentConnections.serverId });
  return noteGone(db, rows, now);
}

export async function findConnectionsOf(db: Db, portalId: string): Promise<{ id: string; serverId: string }[]> {
  return db
    .select({ id: agentConnections.id, serverId: agentConnections.serverId })
    .from(agentConnections)
    .where(eq(agentConnections.portalId, portalId));
}

/** By the database's clock: those of the portals may differ. */
export async function putPortal(db: Db, id: string): Promise<void> {
  const seenAt = sql`now()`;
  await db.insert(portals).values({ id, seenAt }).onConflictDoUpdate({ target: portals.id, set: { seenAt } });
}

/** Servers that have ever had an agent, divided among the portals. */
export async function countServersPerPortal(db: Db): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select (count(*) / greatest(1, (select count(*) from ${portals})))::int as count
    from ${servers} where ${servers.agentName} is not null`);
  return rows[0]?.count ?? 0;
}

export async function deletePortal(db: Db, id: string): Promise<void> {
  await db.delete(portals).where(eq(portals.id, id));
}

/** Removes portals without a heartbeat for so long, with their connections; of concurrent sweeps, one gets each. */
export async function deleteDeadPortals(db: Db, silentMs: number, now: Date): Promise<string[]> {
  await db.delete(portals).where(lt(portals.seenAt, sql`now() - ${silentMs} * interval '1 millisecond'`));
  const isLost = notExists(
    db.select({ id: portals.id }).from(portals).where(eq(portals.id, agentConnections.portalId)),
  );
  const lost = await db.select({ serverId: agentConnections.serverId }).from(agentConnections).where(isLost);
  if (lost.length === 0) return [];
  const serverIds = lost.map((row) => row.serverId);
  await lockServerIds(db, serverIds);
  const rows = await db
    .delete(agentConnections)
    .where(and(isOneOf(agentConnections.serverId, serverIds), isLost))
    .returning({ serverId: agentConnections.serverId });
  return noteGone(db, rows, now);
}

/** Locks servers before their connections, sorted, as everywhere: otherwise two could deadlock. */
export async function lockServers(db: Db, ids: string[]): Promise<ServerRow[]> {
  return db.select().from(servers).where(isOneOf(servers.id, ids)).orderBy(asc(servers.id)).for('no key update');
}

/** The same without reading them: thousands may end at once. */
async function lockServerIds(db: Db, ids: string[]): Promise<void> {
  const locked = db
    .select({ id: servers.id })
    .from(servers)
    .where(isOneOf(servers.id, ids))
    .orderBy(asc(servers.id))
    .for('no key update');
  await db.execute(sql`select count(*) from (${locked}) locked`);
}

async function noteGone(db: Db, rows: { serverId: string }[], now: Date): Promise<string[]> {
  const serverIds = rows.map((row) => row.serverId);
  const set = { stateSince: now, connectionLostAt: sql`now()` };
  if (serverIds.length > 0) await db.update(servers).set(set).where(isOneOf(servers.id, serverIds));
  return serverIds;
}

/** Deletes who was online on servers without a connection since then: later they count as newly joined. */
export async function deleteOnlineWithoutConnection(db: Db, goneSince: Date): Promise<void> {
  const gone = db
    .select({ id: servers.id })
    .from(servers)
    .leftJoin(agentConnections, eq(agentConnections.serverId, servers.id))
    .where(and(isNull(agentConnections.serverId), lt(servers.stateSince, goneSince)));
  await db.delete(onlinePlayers).where(inArray(onlinePlayers.serverId, gone));
}
