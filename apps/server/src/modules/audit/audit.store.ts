import { and, desc, eq, gte, ilike, inArray, lt, lte, or, sql, type AnyColumn, type SQL } from 'drizzle-orm';
import type { AuditAction } from '@tribehall/contract/shared/audit-actions';
import { audit } from '../../db/tables/audit.table.ts';
import type { Db } from '../../db/db.ts';

type AuditRow = typeof audit.$inferSelect;
type Field = 'actor' | 'action' | 'target';
/** Each text has to occur in its field, `search` in any of them. */
export type AuditFilter = { [Name in Field | 'search']: string | undefined } & {
  id: bigint | undefined;
  from: Date | undefined;
  to: Date | undefined;
  /** Only what is older than this entry. */
  before: { at: Date; id: bigint } | undefined;
};

type Columns = Record<Field, AnyColumn>;

const fields = ['actor', 'action', 'target'] as const;
const newestFirst = [desc(audit.at), desc(audit.id)];
/** Common texts are found among this many of the newest entries; for rare ones the word index is fast. */
const scannedFirst = 20_000;

export async function findPosition(db: Db, id: bigint): Promise<{ at: Date; id: bigint } | undefined> {
  const [position] = await db.select({ at: audit.at, id: audit.id }).from(audit).where(eq(audit.id, id));
  return position;
}

export async function findEntries(db: Db, filter: AuditFilter, limit: number): Promise<AuditRow[]> {
  const parts = [...fields, 'search' as const].flatMap((name) => filter[name] || []);
  const span = inSpan(filter);
  const all = db
    .select()
    .from(audit)
    .where(span)
    .orderBy(...newestFirst);
  if (parts.length === 0) return all.limit(limit);
  const newest = all.limit(scannedFirst).as('newest');
  const near = await db
    .select()
    .from(newest)
    .where(contains(newest, filter))
    .orderBy(desc(newest.at), desc(newest.id))
    .limit(limit);
  if (near.length === limit) return near;
  const hasWords = sql`audit_words(${audit.actor}, ${audit.action}, ${audit.target}) @@ (${queryFor(parts)})`;
  // A subquery without order and limit: with them the planner would rather read all entries.
  const matching = db
    .select()
    .from(audit)
    .where(and(span, hasWords, contains(audit, filter)))
    .offset(0)
    .as('matching');
  return db.select().from(matching).orderBy(desc(matching.at), desc(matching.id)).limit(limit);
}

/** Of the newest entries only: reading all of them takes too long for a list of choices. */
export async function findActors(db: Db, limit: number): Promise<string[]> {
  const newest = db
    .select({ actor: audit.actor })
    .from(audit)
    .orderBy(...newestFirst)
    .limit(scannedFirst)
    .as('newest');
  const rows = await db.selectDistinct({ actor: newest.actor }).from(newest).orderBy(newest.actor).limit(limit);
  return rows.map(({ actor }) => actor);
}

export type PlayerFilter = {
  playerId: string;
  /** Without them, everything. */
  serverIds: readonly string[] | undefined;
  before: bigint | undefined;
};

/** What was done to a player, newest first. */
export async function findPlayerEntries(db: Db, filter: PlayerFilter, limit: number): Promise<AuditRow[]> {
  const { playerId, serverIds, before } = filter;
  return db
    .select()
    .from(audit)
    .where(
      and(
        sql`${audit.details} ->> 'playerId' = ${playerId}`,
        serverIds && sql`${audit.details} ->> 'serverId' = any(${sql.param([...serverIds])}::text[])`,
        before === undefined ? undefined : lt(audit.id, before),
      ),
    )
    .orderBy(desc(audit.id))
    .limit(limit);
}

export type ObjectFilter = {
  /** The detail that names the object. */
  field: 'serverId' | 'clusterId' | 'fileId';
  id: string;
  actions: readonly AuditAction[];
  before: { at: Date; id: bigint } | undefined;
};

/** What was done to an object, newest first, within as many entries as a search reads at once. */
export async function findObjectEntries(db: Db, filter: ObjectFilter, limit: number): Promise<AuditRow[]> {
  const { field, id, actions, before } = filter;
  const span = inSpan({ id: undefined, from: undefined, to: undefined, before });
  const newest = db
    .select()
    .from(audit)
    .where(span)
    .orderBy(...newestFirst)
    .limit(scannedFirst)
    .as('newest');
  return db
    .select()
    .from(newest)
    .where(and(inArray(newest.action, [...actions]), sql`${newest.details} ->> ${field} = ${id}`))
    .orderBy(desc(newest.at), desc(newest.id))
    .limit(limit);
}

function inSpan({ id, from, to, before }: Pick<AuditFilter, 'id' | 'from' | 'to' | 'before'>): SQL | undefined {
  return and(
    id === undefined ? undefined : eq(audit.id, id),
    from && gte(audit.at, from),
    to && lte(audit.at, to),
    before && sql`(${audit.at}, ${audit.id}) < (${sql.param(before.at, audit.at)}, ${sql.param(before.id, audit.id)})`,
  );
}

function contains(columns: Columns, filter: AuditFilter): SQL | undefined {
  const { search } = filter;
  return and(
    ...fields.map((name) => (filter[name] ? ilike(columns[name], patternOf(filter[name])) : undefined)),
    search ? or(...fields.map((name) => ilike(columns[name], patternOf(search)))) : undefined,
  );
}

function queryFor(parts: string[]): SQL {
  return sql.join(
    parts.map((part) => sql`audit_query(${part})`),
    sql` && `,
  );
}

function patternOf(part: string): string {
  return `%${part.replace(/[\\%_]/g, '\\$&')}%`;
}
