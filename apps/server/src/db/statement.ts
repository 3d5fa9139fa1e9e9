import type { SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { Db } from './db.ts';

const dialect = new PgDialect();

/**
 * A named statement, for what runs often: its text is built once per process, and PostgreSQL parses it once per
 * connection. `prepared` builds it again in every transaction. Values are given for its placeholders.
 */
export function namedStatement<Row extends Record<string, unknown>>(name: string, build: () => SQL) {
  let query: { sql: string; params: unknown[] } | undefined;
  return async (db: Db, values: Record<string, unknown>): Promise<Row[]> => {
    query ??= dialect.sqlToQuery(build());
    const statement = db._.session.prepareQuery<{ execute: { rows: Row[] }; all: unknown; values: unknown }>(
      query,
      undefined,
      name,
      false,
    );
    return (await statement.execute(values)).rows;
  };
}
