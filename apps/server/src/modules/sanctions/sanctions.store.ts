import { and, desc, eq, inArray, isNull, lte, ne, sql, type SQL } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { sanctions, sanctionServers } from '../../db/tables/moderation.table.ts';
import { linkedPlayers } from '../../db/tables/players.table.ts';
import { clusters, servers } from '../../db/tables/servers.table.ts';

export type SanctionRow = Omit<typeof sanctions.$inferSelect, 'searchText'>;
export type NewSanctionRow = typeof sanctions.$inferInsert;

/** A sanction with the present name of its server or cluster, and how far it is. */
export type ListedRow = SanctionRow & {
  presentName: string | null;
  total: number;
  waiting: number;
  confirmed: number;
  failed: number;
};

export type Filter = {
  kind?: SanctionRow['kind'] | undefined;
  state?: 'active' | 'ended' | 'lifted' | undefined;
  search?: string | undefined;
  playerId?: string | undefined;
  by?: string | undefined;
  serverId?: string | undefined;
  clusterId?: string | undefined;
  reach?: SanctionRow['reach'] | undefined;
};

/** The servers whose sanctions are visible. */
export type Scope = 'all' | readonly string[];

export async function insertSanctions(db: Db, rows: NewSanctionRow[]): Promise<void> {
  await db.insert(sanctions).values(rows);
}

export async function insertSanction(db: Db, row: NewSanctionRow): Promise<SanctionRow> {
  const [stored] = await db.insert(sanctions).values(row).returning();
  if (!stored) throw new Error('The insert returned no row');
  return stored;
}

export async function lockSanction(db: Db, id: string): Promise<SanctionRow | undefined> {
  const [row] = await db.select().from(sanctions).where(eq(sanctions.id, id)).for('update');
  return row;
}

export async function updateSanction(db: Db, id: string, changes: Partial<NewSanctionRow>): Promise<void> {
  await db.update(sanctions).set(changes).where(eq(sanctions.id, id));
}

export async function findListed(db: Db, id: string, scope: Scope): Promise<ListedRow | undefined> {
  const [row] = await findAll(db, (chosen) => chosen.where(and(eq(sanctions.id, id), inScope(scope))));
  return row;
}

type Page = { before: string | undefined; limit: number };

/** Newest first; `before` is the last sanction of the page before. */
export async function findPage(db: Db, filter: Filter, scope: Scope, { before, limit }: Page): Promise<ListedRow[]> {
  return findAll(db, (chosen) =>
    chosen
      .where(and(matches(filter), inScope(scope), cursorAt(before)))
      .orderBy(desc(sanctions.createdAt), desc(sanctions.id))
      .limit(limit),
  );
}

/** Compared with values, so that the index finds where the page begins. */
function cursorAt(before: string | undefined): SQL | undefined {
  if (before === undefined) return undefined;
  return sql`(${sanctions.createdAt}, ${sanctions.id})
    < ((select last.created_at from ${sanctions} last where last.id = ${before}), ${before})`;
}

/** The newest, without how far they are. */
export async function findNewest(db: Db, filter: Filter, limit: number): Promise<SanctionRow[]> {
  return db
    .select(columnsOf())
    .from(sanctions)
    .where(matches(filter))
    .orderBy(desc(sanctions.createdAt), desc(sanctions.id))
    .limit(limit);
}

export async function countMatches(db: Db, filter: Filter, scope: Scope): Promise<number> {
  return db.$count(sanctions, and(matches(filter), inScope(scope)));
}

/** Who imposed the visible ones, by the name they had; those found on servers have none. */
export async function findIssuers(db: Db, scope: Scope, limit: number): Promise<{ name: string; count: number }[]> {
  return db
    .select({ name: sanctions.by, count: sql<number>`count(*)::int` })
    .from(sanctions)
    .where(and(inScope(scope), ne(sanctions.by, '')))
    .groupBy(sanctions.by)
    .orderBy(sql`count(*) desc`, sanctions.by)
    .limit(limit);
}

const countIf = (state: SQL) => sql<number>`count(*) filter (where ${state})::int`;

/** Chosen first: what else is shown of a sanction costs more than to find it. Newest first. */
async function findAll(
  db: Db,
  choose: (chosen: ReturnType<typeof selectIds>) => PromiseLike<unknown>,
): Promise<ListedRow[]> {
  const chosen = db.$with('chosen').as(choose(selectIds(db)) as ReturnType<typeof selectIds>);
  const { sanctionId, state } = sanctionServers;
  const progress = db
    .select({
      total: sql<number>`count(*)::int`.as('total'),
      waiting: countIf(sql`${state} in ('waiting', 'lifting')`).as('waiting'),
      confirmed: countIf(sql`${state} in ('confirmed', 'lifted')`).as('confirmed'),
      failed: countIf(sql`${state} = 'failed'`).as('failed'),
    })
    .from(sanctionServers)
    .where(eq(sanctionId, sanctions.id))
    .as('progress');
  return db
    .with(chosen)
    .select({
      ...columnsOf(),
      presentName: sql<string | null>`coalesce(${servers.name}, ${clusters.name})`,
      total: progress.total,
      waiting: progress.waiting,
      confirmed: progress.confirmed,
      failed: progress.failed,
    })
    .from(chosen)
    .innerJoin(sanctions, eq(sanctions.id, chosen.id))
    .crossJoinLateral(progress)
    .leftJoin(servers, eq(servers.id, sanctions.serverId))
    .leftJoin(clusters, eq(clusters.id, sanctions.clusterId))
    .orderBy(desc(sanctions.createdAt), desc(sanctions.id));
}

function selectIds(db: Db) {
  return db.select({ id: sanctions.id }).from(sanctions).$dynamic();
}

function columnsOf() {
  const { id, kind, playerId, name, reach, serverId, clusterId, reachName, reason, note, evidence, source } = sanctions;
  const { by, byUserId, createdAt, endsAt, endedAt, liftedBy, liftReason, mailId, acknowledgedAt } = sanctions;
  const first = { id, kind, playerId, name, reach, serverId, clusterId, reachName, reason, note, evidence, source };
  return { ...first, by, byUserId, createdAt, endsAt, endedAt, liftedBy, liftReason, mailId, acknowledgedAt };
}

function inScope(scope: Scope): SQL | undefined {
  if (scope === 'all') return undefined;
  const ids = sql`${sql.param([...scope])}::text[]`;
  return sql`(${sanctions.reach} = 'all' or ${sanctions.serverId} = any(${ids})
    or ${sanctions.clusterId} in (select ${servers.clusterId} from ${servers} where ${servers.id} = any(${ids})))`;
}

function matches(filter: Filter): SQL | undefined {
  const { kind, state, search, playerId, by, serverId, clusterId, reach } = filter;
  return and(
    kind ? eq(sanctions.kind, kind) : undefined,
    state ? stateIs[state] : undefined,
    playerId ? eq(sanctions.playerId, playerId) : undefined,
    by ? eq(sanctions.by, by) : undefined,
    reach ? eq(sanctions.reach, reach) : undefined,
    clusterId ? eq(sanctions.clusterId, clusterId) : undefined,
    serverId ? appliesTo(sql`${serverId}`) : undefined,
    search ? contains(search) : undefined,
  );
}

const stateIs = {
  active: sql`${sanctions.endedAt} is null`,
  ended: sql`${sanctions.endedAt} is not null and ${sanctions.liftedBy} is null`,
  lifted: sql`${sanctions.endedAt} is not null and ${sanctions.liftedBy} is not null`,
};

function contains(search: string): SQL {
  const pattern = `%${search.replace(/[\\%_]/g, '\\$&')}%`;
  // In another collation the index of trigrams is not used: for a text without trigrams, it would be read as a whole.
  const collation = /[a-z\d]{3}/i.test(search) ? sql`` : sql`collate pg_catalog."C"`;
  return sql`${sanctions.searchText} ${collation} like lower(${pattern})`;
}

/** Whether a sanction applies to a server. */
function appliesTo(serverId: SQL): SQL {
  return sql`(${sanctions.reach} = 'all' or ${sanctions.serverId} = ${serverId}
    or ${sanctions.clusterId} = (select ${servers.clusterId} from ${servers} where ${servers.id} = ${serverId}))`;
}

/** Ends the sanctions whose end is reached. */
export async function endDue(db: Db, now: Date): Promise<SanctionRow[]> {
  return db
    .update(sanctions)
    .set({ endedAt: sql`${sanctions.endsAt}` })
    .where(and(isNull(sanctions.endedAt), lte(sanctions.endsAt, now)))
    .returning();
}

/** Active sanctions of a kind on a server, of one player or of everybody. */
export async function findActiveOn(
  db: Db,
  kind: SanctionRow['kind'],
  serverId: string,
  playerIds: readonly string[],
): Promise<SanctionRow[]> {
  return db
    .select()
    .from(sanctions)
    .where(
      and(
        eq(sanctions.kind, kind),
        isNull(sanctions.endedAt),
        inArray(sanctions.playerId, [...playerIds]),
        appliesTo(sql`${serverId}`),
      ),
    );
}

/** The active bans of a player on each of these servers; the oldest first. */
export async function findBansOn(
  db: Db,
  playerId: string,
  serverIds: readonly string[],
): Promise<{ serverId: string; bannedBy: string; bannedAt: Date }[]> {
  if (serverIds.length === 0) return [];
  return db
    .select({ serverId: servers.id, bannedBy: sanctions.by, bannedAt: sanctions.createdAt })
    .from(servers)
    .innerJoin(
      sanctions,
      sql`${sanctions.reach} = 'all' or ${sanctions.serverId} = ${servers.id} or ${sanctions.clusterId} = ${servers.clusterId}`,
    )
    .where(
      and(
        inArray(servers.id, [...serverIds]),
        eq(sanctions.kind, 'ban'),
        eq(sanctions.playerId, playerId),
        isNull(sanctions.endedAt),
      ),
    )
    .orderBy(sanctions.createdAt);
}

/** Of these players, those with an active ban or mute of exactly this reach. */
export async function findActiveWithin(
  db: Db,
  kind: 'ban' | 'mute',
  target: Target,
  playerIds: readonly string[],
): Promise<Set<string>> {
  const rows = await db
    .select({ playerId: sanctions.playerId })
    .from(sanctions)
    .where(
      and(
        eq(sanctions.kind, kind),
        isNull(sanctions.endedAt),
        eq(sanctions.reach, target.reach),
        target.serverId === null ? undefined : eq(sanctions.serverId, target.serverId),
        target.clusterId === null ? undefined : eq(sanctions.clusterId, target.clusterId),
        inArray(sanctions.playerId, [...playerIds]),
      ),
    );
  return new Set(rows.map(({ playerId }) => playerId));
}

export type Target = Pick<SanctionRow, 'reach' | 'serverId' | 'clusterId' | 'reachName'>;

/** The sanctions of a user's own characters. */
export async function findOwn(db: Db, userId: string, limit: number): Promise<ListedRow[]> {
  const isOwn = sql`${sanctions.playerId} in (select ${linkedPlayers.playerId} from ${linkedPlayers} where ${linkedPlayers.userId} = ${userId})`;
  return findAll(db, (chosen) => chosen.where(isOwn).orderBy(desc(sanctions.createdAt)).limit(limit));
}

/** In a transaction: bans are compared and added by one at a time, so that nobody is banned twice. */
export async function lockImports(db: Db): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtext('sanctions'))`);
}
