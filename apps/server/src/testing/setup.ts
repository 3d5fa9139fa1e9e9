import pg from 'pg';
import { afterAll, afterEach, vi } from 'vitest';
import { cleanUp } from './cleanup.ts';
import { hasLockingSubquery } from './locking-subqueries.ts';
import { findLooseColumns } from './loose-columns.ts';

/** Every statement that tests send to the database is checked once. */
const checked = new Set<string>();
const faults = new Set<string>();
const connected = new Set<pg.Client>();
const closeWithinMs = 5_000;

function check(given: unknown): void {
  const text = typeof given === 'object' && given !== null && 'text' in given ? given.text : given;
  if (typeof text !== 'string' || checked.has(text)) return;
  checked.add(text);
  if (findLooseColumns(text).length > 0)
    faults.add(`A subquery compares columns without their tables; build it with db.select(): ${text}`);
  if (hasLockingSubquery(text)) faults.add(`A subquery may lock more rows than its limit; use a WITH: ${text}`);
}

type Method = (...given: unknown[]) => unknown;
// eslint-disable-next-line typescript/unbound-method -- called with the client as `this` below.
const { query, connect } = pg.Client.prototype as unknown as { query: Method; connect: Method };

// Restored below: the files of a worker share its modules.
Object.assign(pg.Client.prototype, {
  query(this: pg.Client, ...given: unknown[]) {
    check(given[0]);
    return query.apply(this, given);
  },
  connect(this: pg.Client, ...given: unknown[]) {
    connected.add(this);
    this.once('end', () => connected.delete(this));
    return connect.apply(this, given);
  },
});

afterEach(() => {
  const [fault] = faults;
  faults.clear();
  if (fault !== undefined) throw new Error(fault);
});

/** Runs after those of the file. The next file of this worker needs the connections, and an environment without stubs. */
afterAll(async () => {
  await cleanUp();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  Object.assign(pg.Client.prototype, { query, connect });
  // A pool has ended before the sockets of its clients are closed.
  await vi.waitUntil(() => connected.size === 0, { timeout: closeWithinMs }).catch(() => undefined);
  const open = [...connected].map(({ database }) => database);
  for (const client of connected) void client.end().catch(() => {});
  if (open.length > 0) throw new Error(`This file left connections to databases open: ${open.join(', ')}`);
});
