import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import type { Connection } from './connection.ts';
import { EngineError } from './engine-error.ts';
import type { Postmaster } from './postmaster.ts';

const startLimitMs = 30_000;
const recoveryLimitMs = 10 * 60_000;

/** Waits until the server responds, then creates the portal's database if it doesn't exist. */
export async function prepareDatabase(
  connection: Connection,
  postmaster: Postmaster,
  signal?: AbortSignal,
): Promise<void> {
  const client = await connectWhenReady(connection, postmaster, signal);
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [connection.database]);
    if (found.rowCount === 0) await client.query(`create database ${client.escapeIdentifier(connection.database)}`);
  } finally {
    await client.end();
  }
}

async function connectWhenReady(
  connection: Connection,
  postmaster: Postmaster,
  signal: AbortSignal | undefined,
): Promise<Client> {
  const startedAt = Date.now();
  let limitMs = startLimitMs;
  for (let waitMs = 10; ; waitMs = Math.min(waitMs * 1.5, 200)) {
    signal?.throwIfAborted();
    const result = await tryConnect(connection);
    if (result instanceof Client) return result;
    if (postmaster.hasExited()) {
      throw new EngineError(`The database server stopped while it started. PostgreSQL says: ${postmaster.lastLines()}`);
    }
    if (result === '28P01') {
      throw new EngineError(`The database refuses the password in database.json. Put that file back from a backup.`);
    }
    // 57P03: the server is recovering from a crash; stopping it would only restart the recovery.
    if (result === '57P03') limitMs = recoveryLimitMs;
    if (Date.now() - startedAt > limitMs) {
      throw new EngineError(
        `The database server did not answer in ${limitMs / 1_000} s. PostgreSQL says: ${postmaster.lastLines()}`,
      );
    }
    await delay(waitMs);
  }
}

/** A connected client, or the error code. */
async function tryConnect(connection: Connection): Promise<Client | string> {
  const client = new Client({ ...connection, database: 'postgres', connectionTimeoutMillis: 5_000 });
  // A connection that breaks later emits an error here, too, in addition to the failed query.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return client;
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : '';
  }
}
