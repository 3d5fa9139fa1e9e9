import { drizzle, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import type { PgDatabase } from 'drizzle-orm/pg-core';
import pg from 'pg';
import type { Logger } from 'pino';

/** The database or a transaction on it: stores take either. */
export type Db = PgDatabase<NodePgQueryResultHKT>;

export type DbConnection =
  | { url: string }
  | { host: string; port: number; user: string; password: string; database: string };

export type OpenDb = { db: Db; pool: pg.Pool; close(): Promise<void> };

export function openDb(connection: DbConnection, log: Logger): OpenDb {
  const target = 'url' in connection ? { connectionString: connection.url } : connection;
  const pool = new pg.Pool({ ...target, max: 20, connectionTimeoutMillis: 5000, application_name: 'tribehall' });
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', (err) => log.warn({ err }, 'An idle database connection broke'));
  return { db: drizzle({ client: pool }), pool, close: () => pool.end() };
}

/** Builds a statement once per connection pool; building anew costs more than running it. */
export function prepared<Statement>(build: (db: Db) => Statement): (db: Db) => Statement {
  const built = new WeakMap<Db, Statement>();
  return (db) => {
    const known = built.get(db);
    if (known) return known;
    const statement = build(db);
    built.set(db, statement);
    return statement;
  };
}

/** The name of the unique index that an insert or update ran into, if that is why it failed. */
export function violatedIndex(error: unknown): string | undefined {
  const cause = databaseError(error);
  return cause?.code === '23505' ? cause.constraint : undefined;
}

/** Text that the database cannot hold at all: a NUL character. The sender is to blame. */
export function isUnstorable(error: unknown): boolean {
  return databaseError(error)?.code === '22021';
}

/** Drizzle wraps what the driver throws. */
function databaseError(error: unknown): pg.DatabaseError | undefined {
  const cause = error instanceof Error && error.cause ? error.cause : error;
  return cause instanceof pg.DatabaseError ? cause : undefined;
}
