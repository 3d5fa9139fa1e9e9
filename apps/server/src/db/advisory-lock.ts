import { sql } from 'drizzle-orm';
import { createMutex, type Semaphore } from '../platform/semaphore.ts';
import type { Db } from './db.ts';
import { lockNumbers } from './lock-numbers.ts';

type Held = { lost: AbortSignal };

const askEveryMs = 2000;
const responseWithinMs = 4000;

/**
 * Runs `work` while this process holds the lock of that number; returns false at once if another one holds it. The
 * lock ends with its connection, so that a process that dies leaves nothing behind.
 */
export async function whileLocked(
  db: Db,
  lock: number,
  work: (held: Held) => Promise<void>,
  kind: 'exclusive' | 'shared' = 'exclusive',
): Promise<boolean> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`set local idle_in_transaction_session_timeout = 0`);
    // The database hears nothing from a machine that is gone, so it probes the connection.
    for (const [name, seconds] of [['idle', 3] as const, ['interval', 2] as const, ['count', 2] as const])
      await tx.execute(sql.raw(`set local tcp_keepalives_${name} = ${seconds}`));
    // The number stands in the text: after a statement with parameters the database would retain its snapshot of all
    // rows, and with it whatever is deleted while the lock is held.
    const take = sql.raw(`select pg_try_advisory_xact_lock${kind === 'shared' ? '_shared' : ''}(${lock}) as "isOurs"`);
    const { rows } = await tx.execute<{ isOurs: boolean }>(take);
    if (rows[0]?.isOurs !== true) return false;
    const { lost, stop } = watch(() => tx.execute(sql`select 1`));
    try {
      await work({ lost });
    } finally {
      stop();
    }
    return true;
  });
}

/** By pool. */
const turns = new WeakMap<Db, Semaphore>();

/**
 * The same for maintenance, one after the other in each process: the lock holds one connection of the pool, and its work
 * needs a second one. Several at once could each wait for the connections of the others.
 */
export async function whileMaintaining(db: Db, lock: number, work: (held: Held) => Promise<void>): Promise<boolean> {
  const turn = turns.get(db) ?? createMutex();
  turns.set(db, turn);
  return turn.run(() => whileLocked(db, lock, work));
}

/** Aborts `lost` when the connection no longer responds: another process may have the lock by then. */
function watch(ask: () => Promise<unknown>): Held & { stop: () => void } {
  const lost = new AbortController();
  const look = () => {
    const tooLate = setTimeout(() => lost.abort(), responseWithinMs);
    ask().then(
      () => clearTimeout(tooLate),
      () => {
        clearTimeout(tooLate);
        lost.abort();
      },
    );
  };
  const timer = setInterval(look, askEveryMs);
  lost.signal.addEventListener('abort', () => clearInterval(timer));
  return { lost: lost.signal, stop: () => clearInterval(timer) };
}

/** Runs `work` unless another process makes a backup; returns false in that case. */
export function whileBackingUp(db: Db, work: (held: Held) => Promise<void>): Promise<boolean> {
  return whileLocked(db, lockNumbers.backup, work);
}

/**
 * Whether a backup is being made: it reads tables and files that must not be removed meanwhile. The lock is not taken
 * for this: a backup that begins at that moment would be refused.
 */
export async function isBackingUp(db: Db): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select from pg_locks where locktype = 'advisory' and granted and classid = 0 and objid = ${lockNumbers.backup}
      and database = (select oid from pg_database where datname = current_database())`);
  return rows.length > 0;
}
