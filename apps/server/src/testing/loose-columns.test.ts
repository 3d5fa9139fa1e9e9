import { and, eq, sql } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import { expect, it } from 'vitest';
import { onlinePlayers } from '../db/tables/players.table.ts';
import { servers } from '../db/tables/servers.table.ts';
import { survivors } from '../db/tables/structures.table.ts';
import { findLooseColumns } from './loose-columns.ts';

const builder = new QueryBuilder();
const written = sql<string>`(select ${survivors.name} from ${survivors} where ${survivors.serverId} = ${onlinePlayers.serverId}
  and coalesce(${survivors.playerId}, '') = ${onlinePlayers.playerId})`;
const built = sql<string>`coalesce(${onlinePlayers.survivor}, ${builder
  .select({ name: survivors.name })
  .from(survivors)
  .where(and(eq(survivors.serverId, onlinePlayers.serverId), eq(survivors.playerId, onlinePlayers.playerId)))
  .limit(1)})`;

it('finds a subquery whose columns lost their tables in a select from one table', () => {
  const { sql: statement } = builder.select({ name: written }).from(onlinePlayers).toSQL();
  expect(findLooseColumns(statement)).toEqual(['"server_id"', '"server_id"', '"player_id"', '"player_id"']);
});

it.each([
  [
    'written, in a select with a join',
    () =>
      builder.select({ name: written }).from(onlinePlayers).innerJoin(servers, eq(servers.id, onlinePlayers.serverId)),
  ],
  [
    'written, in a condition',
    () =>
      builder
        .select()
        .from(onlinePlayers)
        .where(sql`${written} = 'Bob'`),
  ],
  ['built, in a select from one table', () => builder.select({ name: built }).from(onlinePlayers)],
  [
    'built, as a table',
    () => {
      const inner = builder.select().from(survivors).where(eq(survivors.name, 'Bob')).as('inner');
      return builder.select().from(inner).where(eq(inner.name, 'Bob'));
    },
  ],
])('finds nothing in a subquery that is %s', (_, query) => {
  expect(findLooseColumns(query().toSQL().sql)).toEqual([]);
});

it('is not deceived by text, functions and the list of a subquery', () => {
  const statement = `select 'where "a" = (select', array(select "id" from "tribes" where extract(epoch from "tribes"."at") > 1)
    from "servers" where "state" = 'up'`;
  expect(findLooseColumns(statement)).toEqual([]);
});
