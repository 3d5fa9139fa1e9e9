import { and, eq, sql, type SQL } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { agentConnections } from '../../db/tables/agents.table.ts';
import { playerListStates, sanctions, sanctionServers } from '../../db/tables/moderation.table.ts';

type EnforcementRow = typeof sanctionServers.$inferSelect;

const newStep = sql`step = nextval('sanction_steps')`;

/** Another ban holds on the same server, or on one that shares its ban list. */
function isHeldByOther(row: SQL): SQL {
  return sql`exists (
    select 1 from ${sanctionServers} o join ${sanctions} os on os.id = o.sanction_id
    where o.player_id = ${row}.player_id and o.sanction_id <> ${row}.sanction_id and os.kind = 'ban'
      and os.ended_at is null and o.state not in ('lifting', 'lifted') and (o.server_id = ${row}.server_id or exists (
        select 1 from ${playerListStates} a join ${playerListStates} b on b.file = a.file and b.list = a.list
        where a.server_id = ${row}.server_id and b.server_id = o.server_id and a.list = 'bans')))`;
}

/** Nothing is removed where another ban still holds. */
export async function keepForOthers(db: Db, now: Date): Promise<string[]> {
  const { rows } = await db.execute<{ sanction_id: string }>(sql`
    update ${sanctionServers} r set state = 'lifted', at = ${now}, ${newStep}, detail = 'Another ban still holds there.', retry_at = null
    where r.state = 'lifting' and ${isHeldByOther(sql`r`)}
    returning r.sanction_id`);
  return [...new Set(rows.map(({ sanction_id }) => sanction_id))];
}

export type DueRow = Pick<EnforcementRow, 'sanctionId' | 'serverId' | 'playerId' | 'state' | 'attempts'>;

type RawDue = {
  sanction_id: string;
  server_id: string;
  player_id: string;
  state: EnforcementRow['state'];
  attempts: number;
};

/** Nobody else takes the rows before `until`. */
type Claim = { now: Date; until: Date };
type Share = { perServer: number; exceptServerIds: readonly string[] };

const isNone = (column: SQL, ids: readonly string[]) => sql`${column} <> all(${sql.param([...ids])}::text[])`;

const isDue = (now: Date) =>
  sql`d.state in ('waiting', 'failed', 'lifting') and (d.retry_at is null or d.retry_at <= ${now})
    and (d.state <> 'lifting' or not ${isHeldByOther(sql`d`)})`;

/** Takes what a person has done just now on connected servers; few of each, so that a kick does not wait behind them. */
export async function claimUrgent(
  db: Db,
  { now, until, urgentSince, perServer, exceptServerIds }: Claim & Share & { urgentSince: Date },
): Promise<DueRow[]> {
  return claim(
    db,
    { now, until },
    sql`
      select sanction_id, server_id from (
        select d.sanction_id, d.server_id, row_number() over (partition by d.server_id order by d.at) as position
        from ${sanctionServers} d
        join ${agentConnections} c on c.server_id = d.server_id join ${sanctions} s on s.id = d.sanction_id
        where ${isDue(now)} and ${isNone(sql`d.server_id`, exceptServerIds)} and d.at > ${urgentSince} and s.kind = 'ban' and s.source in ('portal', 'discord')
          and (case when d.state = 'lifting' then s.lifted_by is not null and s.ended_at > ${urgentSince}
            else s.created_at > ${urgentSince} end)) ranked
      where position <= ${perServer}`,
  );
}

/** Takes the first ones of every connected server. */
export async function claimPerServer(
  db: Db,
  { now, until, perServer, exceptServerIds }: Claim & Share,
): Promise<DueRow[]> {
  return claim(
    db,
    { now, until },
    sql`
      select d.sanction_id, d.server_id from (
        select distinct w.server_id from ${sanctionServers} w
        where w.state in ('waiting', 'failed', 'lifting') and ${isNone(sql`w.server_id`, exceptServerIds)}) v
      join ${agentConnections} c on c.server_id = v.server_id
      cross join lateral (
        select d.sanction_id, d.server_id from ${sanctionServers} d join ${sanctions} s on s.id = d.sanction_id
        where d.server_id = v.server_id and ${isDue(now)} and s.kind = 'ban'
        order by d.at limit ${perServer}) d`,
  );
}

/** The condition is checked again where another portal was faster. */
async function claim(db: Db, { now, until }: Claim, candidates: SQL): Promise<DueRow[]> {
  const { rows } = await db.execute<RawDue>(sql`
    update ${sanctionServers} d set attempts = d.attempts + 1, retry_at = ${until}
    from (${candidates}) due
    where d.sanction_id = due.sanction_id and d.server_id = due.server_id and ${isDue(now)}
    returning d.sanction_id, d.server_id, d.player_id, d.state, d.attempts`);
  return rows.map(toDueRow);
}

function toDueRow(row: RawDue): DueRow {
  return {
    sanctionId: row.sanction_id,
    serverId: row.server_id,
    playerId: row.player_id,
    state: row.state,
    attempts: row.attempts,
  };
}

/** Tries everything of a sanction again now. */
export async function resetRetries(db: Db, sanctionId: string): Promise<void> {
  await db
    .update(sanctionServers)
    .set({ retryAt: null, attempts: 0 })
    .where(
      and(
        eq(sanctionServers.sanctionId, sanctionId),
        sql`${sanctionServers.state} in ('waiting', 'failed', 'lifting')`,
      ),
    );
}

/** Servers that have connected again need not wait for the next try; what was sent before is lost. */
export async function resetWaits(db: Db, serverIds: readonly string[]): Promise<void> {
  await db.execute(sql`
    update ${sanctionServers} set retry_at = null
    where server_id = any(${sql.param([...serverIds])}::text[]) and state in ('waiting', 'lifting') and retry_at is not null`);
}

type Reopening = { serverId: string; playerIds: readonly string[]; detail: string; now: Date; until: Date };

/** Bans of players who are on the server have to be set again; claimed until then. */
export async function reopenFor(db: Db, { serverId, playerIds, detail, now, until }: Reopening): Promise<DueRow[]> {
  const { rows } = await db.execute<RawDue>(sql`
    update ${sanctionServers} r set state = 'waiting', at = ${now}, ${newStep}, detail = ${detail}, attempts = 1, retry_at = ${until}
    from ${sanctions} s
    where s.id = r.sanction_id and s.kind = 'ban' and s.ended_at is null and r.server_id = ${serverId}
      and r.player_id = any(${sql.param([...playerIds])}::text[]) and r.state not in ('lifting', 'lifted')
    returning r.sanction_id, r.server_id, r.player_id, r.state, r.attempts`);
  return rows.map(toDueRow);
}
