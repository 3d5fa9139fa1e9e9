import { and, eq, sql, type SQL } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { mails } from '../../db/tables/mail.table.ts';
import { agentConnections } from '../../db/tables/agents.table.ts';
import { playerListEntries, playerListStates, sanctions, sanctionServers } from '../../db/tables/moderation.table.ts';
import { servers } from '../../db/tables/servers.table.ts';

export type EnforcementRow = typeof sanctionServers.$inferSelect;

export type Extent = { sanctionIds: readonly string[] } | { serverIds: readonly string[] };

type Touched = { sanction_id: string };
const idsOf = (rows: Touched[]) => [...new Set(rows.map(({ sanction_id }) => sanction_id))];

const nextStep = sql`nextval('sanction_steps')`;
const newStep = sql`step = ${nextStep}`;

/** The servers `v` that a sanction `s` applies to. */
const isReached = sql`(s.reach = 'all' or v.id = s.server_id or v.cluster_id = s.cluster_id)`;

const oneOf = (ids: readonly string[]) => sql`any(${sql.param([...ids])}::text[])`;

function within(extent: Extent, server: SQL): SQL {
  return 'sanctionIds' in extent
    ? sql`s.id = ${oneOf(extent.sanctionIds)}`
    : sql`${server} = ${oneOf(extent.serverIds)}`;
}

/** Active bans wait on every server of their reach; returns the sanctions that got a server. */
export async function addMissing(db: Db, extent: Extent, now: Date): Promise<string[]> {
  const { rows } = await db.execute<Touched>(sql`
    insert into ${sanctionServers} (sanction_id, server_id, player_id, state, at)
    select s.id, v.id, s.player_id, 'waiting', ${now}
    from ${sanctions} s join ${servers} v on ${isReached}
    where s.kind = 'ban' and s.ended_at is null and ${within(extent, sql`v.id`)} and not exists (
      select 1 from ${sanctionServers} r
      where r.sanction_id = s.id and r.server_id = v.id and r.state not in ('lifting', 'lifted'))
    on conflict (sanction_id, server_id) do update
      set state = 'waiting', at = excluded.at, step = excluded.step, detail = null, attempts = 0, retry_at = null
      where ${sanctionServers.state} in ('lifting', 'lifted')
    returning sanction_id`);
  return idsOf(rows);
}

/** New bans that are on no server of their reach yet. */
export async function findNew(db: Db, { since, limit }: { since: Date; limit: number }): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select s.id from ${sanctions} s
    where s.created_at > ${since} and s.kind = 'ban' and s.ended_at is null
      and not exists (select 1 from ${sanctionServers} r where r.sanction_id = s.id)
      and exists (select 1 from ${servers} v where ${isReached})
    order by s.created_at limit ${limit}`);
  return rows.map(({ id }) => id);
}

/** Bans that are over, or whose reach a server has left, are to be removed there. */
export async function endSurplus(db: Db, extent: Extent, now: Date): Promise<string[]> {
  const { rows } = await db.execute<Touched>(sql`
    update ${sanctionServers} r set state = 'lifting', at = ${now}, ${newStep}, detail = null, attempts = 0, retry_at = null
    from ${sanctions} s join ${servers} v on true
    where s.id = r.sanction_id and v.id = r.server_id and s.kind = 'ban' and r.state not in ('lifting', 'lifted')
      and (s.ended_at is not null or ${isReached} is not true) and ${within(extent, sql`r.server_id`)}
    returning r.sanction_id`);
  return idsOf(rows);
}

export type Outcome = Pick<EnforcementRow, 'sanctionId' | 'serverId' | 'state' | 'detail' | 'retryAt'> & {
  /** The state in which the row was taken: a row that has changed meanwhile is left alone. */
  from: EnforcementRow['state'];
};

export async function putOutcome(db: Db, now: Date, outcome: Outcome): Promise<boolean> {
  const { sanctionId, serverId, state, detail, retryAt, from } = outcome;
  const rows = await db
    .update(sanctionServers)
    .set({ state, detail, retryAt, at: now, step: nextStep })
    .where(
      and(
        eq(sanctionServers.sanctionId, sanctionId),
        eq(sanctionServers.serverId, serverId),
        eq(sanctionServers.state, from),
      ),
    )
    .returning({ serverId: sanctionServers.serverId });
  return rows.length > 0;
}

export async function insertRows(db: Db, rows: (typeof sanctionServers.$inferInsert)[]): Promise<void> {
  if (rows.length > 0) await db.insert(sanctionServers).values(rows).onConflictDoNothing();
}

/** The rows of one sanction, by the names of the servers. */
export async function findRows(db: Db, sanctionId: string) {
  return db
    .select({
      server: { id: servers.id, name: servers.name },
      state: sanctionServers.state,
      detail: sanctionServers.detail,
      at: sanctionServers.at,
      isConnected: sql<boolean>`${agentConnections.serverId} is not null`,
    })
    .from(sanctionServers)
    .innerJoin(servers, eq(servers.id, sanctionServers.serverId))
    .leftJoin(agentConnections, eq(agentConnections.serverId, servers.id))
    .where(eq(sanctionServers.sanctionId, sanctionId))
    .orderBy(servers.nameKey);
}

/** Whether the server's ban list can be read. */
export async function isListKnown(db: Db, serverId: string): Promise<boolean> {
  const [row] = await db
    .select({ digest: playerListStates.reportedDigest })
    .from(playerListStates)
    .where(and(eq(playerListStates.serverId, serverId), eq(playerListStates.list, 'bans')));
  return row !== undefined && row.digest !== null;
}

/** In a transaction: nobody else imports from this list meanwhile. */
export async function lockList(db: Db, serverId: string): Promise<void> {
  await db
    .select({ serverId: playerListStates.serverId })
    .from(playerListStates)
    .where(and(eq(playerListStates.serverId, serverId), eq(playerListStates.list, 'bans')))
    .for('update');
}

/** Whether the list could be read. Steps say what happened before the reading, and what after. */
const isKnown = sql`l.digest is not null`;
const isListed = sql`exists (
  select 1 from ${playerListEntries} e where e.server_id = r.server_id and e.list = 'bans' and e.player_id = r.player_id)`;

/** Compares the bans of a server with what its list contained; returns the sanctions that changed. */
export async function compareWithList(db: Db, serverId: string, now: Date): Promise<string[]> {
  // As of the reading: a later one, even one that has begun already, can say otherwise.
  const update = (state: string, detail: string | null, where: SQL) =>
    db.execute<Touched>(sql`
      update ${sanctionServers} r set state = ${state}, detail = ${detail}, at = ${now}, step = l.read_step, attempts = 0, retry_at = null
      from ${sanctions} s, ${playerListStates} l
      where s.id = r.sanction_id and s.kind = 'ban' and l.server_id = r.server_id and l.list = 'bans' and ${isKnown}
        and r.server_id = ${serverId} and ${where}
      returning r.sanction_id`);
  const seen = await update('confirmed', null, sql`r.state in ('waiting', 'sent', 'failed') and ${isListed}`);
  const missing = await update(
    'waiting',
    "It was missing from the server's ban list.",
    sql`r.state in ('confirmed', 'sent') and r.step < l.read_step and not ${isListed}`,
  );
  const lifted = await update('lifted', null, sql`r.state = 'lifting' and r.step < l.read_step and not ${isListed}`);
  return idsOf([seen, missing, lifted].flatMap(({ rows }) => rows));
}

/** Players on a server's ban list whom the portal has not banned there, nor where the list is shared. */
export async function findUnknown(db: Db, serverId: string, limit: number): Promise<string[]> {
  const { rows } = await db.execute<{ player_id: string }>(sql`
    select e.player_id from ${playerListEntries} e
    join ${playerListStates} l on l.server_id = e.server_id and l.list = e.list and ${isKnown}
    where e.server_id = ${serverId} and e.list = 'bans' and not exists (
      select 1 from ${sanctionServers} o join ${sanctions} s on s.id = o.sanction_id
      left join ${playerListStates} ol on ol.server_id = o.server_id and ol.list = 'bans'
      where o.player_id = e.player_id and s.kind = 'ban' and (o.server_id = e.server_id or ol.file = l.file)
        and (o.state <> 'lifted' or o.step >= l.read_step))
    order by e.player_id limit ${limit}`);
  return rows.map(({ player_id }) => player_id);
}

/** Warnings are mails: takes over what became of them. There are few, while thousands of bans may wait. */
export async function settleWarnings(db: Db, now: Date): Promise<string[]> {
  const { rows } = await db.execute<Touched>(sql`
    with warnings as materialized (
      select s.id, m.state = 'delivered' as is_delivered from ${sanctions} s join ${mails} m on m.id = s.mail_id
      where s.kind = 'warning' and m.state in ('delivered', 'failed'))
    update ${sanctionServers} r set at = ${now}, retry_at = null,
      state = case when w.is_delivered then 'confirmed' else 'failed' end,
      detail = case when w.is_delivered then null else 'The mail could not be delivered.' end
    from warnings w
    where w.id = r.sanction_id and r.state = 'waiting'
    returning r.sanction_id`);
  return idsOf(rows);
}

/** The servers whose reach may have changed with these clusters: those in them, and those that were. */
export async function findAffected(db: Db, clusterIds: readonly string[]): Promise<string[]> {
  const ids = sql`${sql.param([...clusterIds])}::text[]`;
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from ${servers} where cluster_id = any(${ids}) union
    select r.server_id from ${sanctionServers} r join ${sanctions} s on s.id = r.sanction_id
    where (s.cluster_id = any(${ids}) or s.reach = 'cluster' and s.cluster_id is null) and r.state <> 'lifted'`);
  return rows.map(({ id }) => id);
}

export async function putState(
  db: Db,
  { sanctionId, serverId, state, at }: Pick<EnforcementRow, 'sanctionId' | 'serverId' | 'state' | 'at'>,
): Promise<void> {
  await db
    .update(sanctionServers)
    .set({ state, at, step: nextStep, detail: null, retryAt: null })
    .where(and(eq(sanctionServers.sanctionId, sanctionId), eq(sanctionServers.serverId, serverId)));
}
