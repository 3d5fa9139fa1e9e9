import { count, like, sql, type SQL } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { logEntries, logSources } from '../db/tables/logs.table.ts';
import { servers } from '../db/tables/servers.table.ts';

export async function countServers(db: Db, idStart: string): Promise<number> {
  const [row] = await db
    .select({ total: count() })
    .from(servers)
    .where(like(servers.id, `${idStart}%`));
  return row?.total ?? 0;
}

/** Skips names that are taken; returns how many were added. */
export async function insertServers(db: Db, rows: (typeof servers.$inferInsert)[]): Promise<number> {
  const inserted = await db.insert(servers).values(rows).onConflictDoNothing().returning({ id: servers.id });
  return inserted.length;
}

export async function deleteServers(db: Db, idStart: string): Promise<number> {
  const deleted = await db
    .delete(servers)
    .where(like(servers.id, `${idStart}%`))
    .returning({ id: servers.id });
  return deleted.length;
}

const pick = (words: string[]): SQL =>
  sql.raw(`(array[${words.map((word) => `'${word}'`).join(', ')}])[1 + floor(random() * ${words.length})::int]`);
const upTo = (max: number): SQL => sql.raw(`floor(random() * ${max})::int`);
const code = sql.raw(`substr(md5(random()::text), 1, 16)`);

const player = pick(['Alice', 'HeloRaptr', 'Bob', 'Daan', 'Sanne', 'Noor', 'Finn', 'Lotte', 'Milan', 'Tess']);
const creature = pick(['Raptor', 'Rex', 'Carno', 'Giganotosaurus', 'Allosaurus', 'Spino', 'Argentavis']);
const tribe = pick(['Vikings', 'Nomads', 'Raiders', 'Builders', 'Coastal Traders']);
const goods = pick(['metal', 'polymer', 'cementing paste', 'kibble', 'black pearls', 'eggs']);

/** Texts of the kinds that games, agents and portals log; one kind is rare. */
const generatedText = sql`case
  when random() < 0.000002 then ${creature} || ' fled: a wild Titanosaur broke the wall at ' || ${upTo(100)}
  else case floor(random() * 8)::int
    when 0 then ${player} || ${upTo(500)} || ' joined this ARK!'
    when 1 then 'Tribe ' || ${tribe} || ', ID ' || ${upTo(1e9)} || ': Day ' || ${upTo(9000)} || ', 12:34:56: Tribemember '
      || ${player} || ' - Lvl ' || ${upTo(150)} || ' was killed by a ' || ${creature} || ' - Lvl ' || ${upTo(300)} || '!'
    when 2 then ${player} || ' (' || ${player} || '): who has ' || ${goods} || ' near ' || ${upTo(100)} || ' ' || ${upTo(100)} || '?'
    when 3 then 'LogNet: NotifyAcceptingConnection accepted from: ' || ${upTo(255)} || '.' || ${upTo(255)} || '.'
      || ${upTo(255)} || '.' || ${upTo(255)} || ':' || ${upTo(65535)}
    when 4 then 'A request failed method=GET route=/api/ark/servers/:id/players reference=' || ${code}
    when 5 then 'The connection of server ' || ${code} || ' was opened by the agent 1.' || ${upTo(20)}
    when 6 then 'AdminCmd: SetPlayerPos ' || ${upTo(100000)} || ' ' || ${upTo(100000)} || ' (PlayerName: ' || ${player}
      || ', ARKID: ' || ${upTo(1e9)} || ', SteamID: 7656119' || floor(random() * 1e10)::bigint || ')'
    else 'Saving the world took ' || (random() * 20)::numeric(6, 3) || ' seconds: ' || ${upTo(100000)} || ' actors, '
      || ${upTo(2000)} || ' structures'
  end
end`;

/** So many entries, one after the other, in a span of time. */
export async function insertEntries(
  db: Db,
  hosts: string[],
  span: { from: Date; stepMs: number; count: number },
): Promise<void> {
  const { from, stepMs, count } = span;
  await db.execute(sql`
    insert into ${logEntries} (at, host, key, level, text)
    select ${from.toISOString()}::timestamptz + n * ${stepMs}::float8 * interval '1 ms', ${pick(hosts)},
      ${pick(['game', 'game', 'game', 'chat', 'agent'])}, ${sql.raw('(array[0, 1, 1, 1, 1, 1, 1, 1, 2, 3])[1 + floor(random() * 10)::int]')}, ${generatedText}
    from generate_series(0, ${count}::int - 1) n`);
}

export async function insertSources(db: Db, hosts: string[], lastAt: Date): Promise<void> {
  const rows = hosts.flatMap((host) => ['game', 'chat', 'agent'].map((key) => ({ host, key, label: host, lastAt })));
  await db.insert(logSources).values(rows).onConflictDoNothing();
}

export async function dropSearchIndex(db: Db): Promise<void> {
  await db.execute(sql`drop index if exists log_entries_text`);
}

export async function deleteEntries(db: Db, hosts: string[]): Promise<number> {
  const isOne = (column: SQL) => sql`${column} = any(${sql.param(hosts)}::text[])`;
  await db.delete(logSources).where(isOne(sql`${logSources.host}`));
  const { rowCount } = await db.delete(logEntries).where(isOne(sql`${logEntries.host}`));
  return rowCount ?? 0;
}
