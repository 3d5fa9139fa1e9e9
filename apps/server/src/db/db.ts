import { DrizzleQueryError } from 'drizzle-orm';
import { drizzle, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import type { PgDatabase } from 'drizzle-orm/pg-core';
import pg from 'pg';
import type { Logger } from 'pino';
import { UnnamedClient } from './unnamed-client.ts';

/** The database or a transaction on it: stores take either. */
export type Db = PgDatabase<NodePgQueryResultHKT>;

export type DbConnection =
  | { url: string }
  | { host: string; port: number; user: string; password: string; database: string };

export type OpenDb = { db: Db; pool: pg.Pool; close(): Promise<void> };

/** With `hasPooler`, a pooler in transaction mode (PgBouncer) is between the portal and the server. */
export function openDb(connection: DbConnection, log: Logger, maxConnections = 20, hasPooler = false): OpenDb {
  const target = 'url' in connection ? { connectionString: connection.url } : connection;
  const pool = new pg.Pool({
    ...target,
    max: maxConnections,
    connectionTimeoutMillis: 5000,
    application_name: 'tribehall',
    ...(hasPooler ? { Client: UnnamedClient } : {}),
  });
  let isClosing = false;
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', (err) => isClosing || log.warn({ err }, 'An idle database connection broke'));
  takeBackBroken(pool, log);
  const close = () => {
    isClosing = true;
    return pool.end();
  };
  return { db: drizzle({ client: pool }), pool, close };
}

/**
 * A connection that breaks while it is in use would end the process, for want of a listener; and where it breaks on the
 * very `begin` of a transaction, Drizzle never gives it back. So it is taken back at once: whatever is still asked of it
 * fails.
 */
function takeBackBroken(pool: pg.Pool, log: Logger): void {
  const inUse = new WeakSet<pg.PoolClient>();
  pool.on('acquire', (client) => inUse.add(client));
  pool.on('release', (_, client) => inUse.delete(client));
  pool.on('connect', (client) =>
    client.on('error', (err) => {
      if (!inUse.has(client)) return;
      log.warn({ err }, 'A database connection broke');
      const { release } = client;
      client.release = () => {};
      release(err);
    }),
  );
}

/** Builds a statement once per connection pool; rebuilding it costs more than running it. */
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

export type Reference = { name: string; /** Of the row that is missing. */ key: string };

/** The reference that an insert or update ran into: what it names was removed meanwhile. */
export function violatedReference(error: unknown): Reference | undefined {
  const cause = databaseError(error);
  if (cause?.code !== '23503') return undefined;
  // Key (user_id)=(1) is not present in table "users".
  const { detail = '', constraint = '' } = cause;
  return { name: constraint, key: detail.slice(detail.indexOf(')=(') + 3, detail.lastIndexOf(') is not present')) };
}

/** Text that the database cannot hold at all: a NUL character. The sender is to blame. */
export function isUnstorable(error: unknown): boolean {
  return databaseError(error)?.code === '22021';
}

/** The drive of the database is full. */
export function isDatabaseFull(error: unknown): boolean {
  return databaseError(error)?.code === '53100';
}

/** Another one did not give a lock back in the time that was given. */
export function isLockTimeout(error: unknown): boolean {
  return databaseError(error)?.code === '55P03';
}

/** A partitioned table has no part for a row of the insert. */
export function lacksPartition(error: unknown): boolean {
  const cause = databaseError(error);
  return cause?.code === '23514' && cause.constraint === undefined;
}

/** A table was dropped meanwhile. */
export function isTableGone(error: unknown): boolean {
  return databaseError(error)?.code === '42P01';
}

/** What was given can never be stored: to try again is no use. */
export function isBadData(error: unknown): boolean {
  return databaseError(error)?.code?.startsWith('22') === true;
}

/** A statement took longer than it may, or more memory than there is. */
export function isTooMuch(error: unknown): boolean {
  return /^(57014|53200|54\w{3})$/.test(databaseError(error)?.code ?? '');
}

/** PostgreSQL lacks disk space, memory, files or time: nothing is wrong with what it was given. */
export function lacksResources(error: unknown): boolean {
  return /^(53|58|57014$)/.test(databaseError(error)?.code ?? '');
}

/** Another transaction was in the way (a deadlock, a lock that was not free in time): to try again is enough. */
export function isContended(error: unknown): boolean {
  return /^(40P01|40001|55P03)$/.test(databaseError(error)?.code ?? '');
}

/** What is wrong with a regular expression, if that is why it failed. */
export function patternFault(error: unknown): string | undefined {
  const cause = databaseError(error);
  return cause?.code === '2201B' ? cause.message.replace(/^invalid regular expression: /, '') : undefined;
}

/** The database cannot be reached, is starting or stopping, or has no connection free in time. */
export function isDatabaseAway(error: unknown): boolean {
  const cause = causeOf(error);
  if (!(cause instanceof Error)) return false;
  const code = 'code' in cause ? String(cause.code) : '';
  // The socket of the database may be missing; so may any other file.
  if (code === 'ENOENT') return cause !== error || ('syscall' in cause && cause.syscall === 'connect');
  return /^(ECONN|EPIPE$|57P0|53300$|08)/.test(code) || awayMessages.test(cause.message);
}

/** Messages that the driver and its pool throw without a code, and the server with a code that means many things. */
const awayMessages =
  /^(Connection terminated|timeout exceeded when trying to connect)|(not currently accepting connections|is not queryable)$/;

/** Drizzle wraps what the driver throws. */
function databaseError(error: unknown): pg.DatabaseError | undefined {
  const cause = causeOf(error);
  return cause instanceof pg.DatabaseError ? cause : undefined;
}

function causeOf(error: unknown): unknown {
  return error instanceof DrizzleQueryError ? error.cause : error;
}
