import { like, sql, type SQL } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { journal, playSessions } from '../db/tables/journal.table.ts';

/** As `players.store.ts` has added them. */
type Players = { servers: readonly string[]; count: number };
type Span = { from: Date; stepMs: number; count: number };

const chosen = (texts: readonly string[], index: SQL): SQL =>
  sql`(array[${sql.join(
    texts.map((text) => sql`${text}::text`),
    sql`, `,
  )}])[1 + (${index}) % ${texts.length}]`;
const playerId = (number: SQL): SQL => sql`'765611980' || lpad((1 + ${number})::text, 8, '0')`;

const starts = ['Ash', 'Brim', 'Cinder', 'Dusk', 'Ember', 'Frost', 'Grim', 'Hollow', 'Iron', 'Jade', 'Kestrel', 'Lorn'];
const ends = ['jaw', 'fang', 'wing', 'claw', 'horn', 'tail', 'hide', 'scale', 'bone', 'talon', 'maw', 'crest', 'spine'];
const nameOf = (number: SQL): SQL =>
  sql`${chosen(starts, number)} || ${chosen(ends, sql`${number} / 12`)} || ((${number}) / 156)`;

/** Few players play much, many little. */
const anyone = ({ count }: Players): SQL => sql`floor(power(random(), 2) * ${count}::int)::int`;
const creatures = ['Rex', 'Raptor', 'Carnotaurus', 'Giganotosaurus', 'Allosaurus', 'Spinosaurus', 'Argentavis'];
const kinds = ['died', 'died', 'tamed', 'tamed', 'demolished', 'lost', 'destroyed', 'killed', 'admin-command', 'other'];

/** So many events, one after the other, in a span of time. */
export async function insertEvents(db: Db, players: Players, { from, stepMs, count }: Span): Promise<void> {
  await db.execute(sql`
    insert into ${journal} (at, server_id, kind, player_id, player, tribe_id, tribe, other_player_id, other, thing,
      is_tribe_log, day, time, text)
    select ${from.toISOString()}::timestamptz + n * ${stepMs}::float8 * interval '1 ms',
      ${chosen(players.servers, sql`1 + who`)}, kind, ${playerId(sql`who`)}, ${nameOf(sql`who`)},
      case when is_tribe_log then 1000 + who % 200 end, case when is_tribe_log then 'Tribe ' || who % 200 end,
      case when kind = 'killed' then ${playerId(sql`other`)} end, creature, creature, is_tribe_log,
      case when is_tribe_log then n % 9000 end, case when is_tribe_log then '12:34:56' end,
      ${nameOf(sql`who`)} || ' - Lvl ' || who % 150 || ' ' || kind || ' ' || creature || ' - Lvl ' || other % 300 || '!'
    from (select n, who, other, ${chosen(kinds, sql`random_kind`)} as kind, ${chosen(creatures, sql`other`)} as creature,
        random_kind % 10 between 4 and 7 as is_tribe_log
      from (select n, ${anyone(players)} as who, ${anyone(players)} as other, floor(random() * 10)::int as random_kind
        from generate_series(0, ${count}::int - 1) n) drawn) event`);
}

/** Sessions of half an hour to five hours. */
export async function insertSessions(db: Db, players: Players, { from, stepMs, count }: Span): Promise<void> {
  await db.execute(sql`
    insert into ${playSessions} (server_id, player_id, name, survivor, began_at, ended_at, is_begin_certain, is_end_certain)
    select ${chosen(players.servers, sql`1 + who`)}, ${playerId(sql`who`)}, ${nameOf(sql`who`)}, 'Lady ' || ${nameOf(sql`who`)},
      began_at, began_at + interval '30 minutes' + random() * interval '270 minutes', true, true
    from (select ${anyone(players)} as who, ${from.toISOString()}::timestamptz + n * ${stepMs}::float8 * interval '1 ms' as began_at
      from generate_series(0, ${count}::int - 1) n) session`);
}

export async function deleteEvents(db: Db, idStart: string): Promise<void> {
  await db.delete(journal).where(like(journal.serverId, `${idStart}%`));
}

/** The planner knows new rows only after this. */
export async function analyze(db: Db): Promise<void> {
  await db.execute(sql`analyze ${journal}, ${playSessions}`);
}
