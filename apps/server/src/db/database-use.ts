import { EventEmitter, once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import { whileLocked } from './advisory-lock.ts';
import { isDatabaseAway, type Db } from './db.ts';
import { lockNumbers } from './lock-numbers.ts';

const retryMs = 500;

type Use = {
  /** `shared` by processes that are connected by a bus; one without a bus has to be alone. */
  kind: 'exclusive' | 'shared';
  log: Logger;
  /** How long another process that is stopping, or whose machine is gone, may still have it. */
  waitMs: number;
  onWait: () => void;
  signal: AbortSignal;
};

/**
 * Registers this process as a user of the database until `stop`; undefined if others use it in a way that excludes this
 * one. A connection that breaks is replaced.
 */
export async function registerUse(
  db: Db,
  { kind, log, waitMs, onWait, signal }: Use,
): Promise<{ stop: () => Promise<void> } | undefined> {
  const stopping = new AbortController();
  const deadline = performance.now() + waitMs;
  const held = new EventEmitter();
  const first = once(held, 'decided') as Promise<[boolean]>;
  let isFirst = true;
  const hold = async ({ lost }: { lost: AbortSignal }) => {
    isFirst = false;
    held.emit('decided', true);
    await aborted(AbortSignal.any([lost, stopping.signal]));
  };
  const run = async () => {
    while (!stopping.signal.aborted) {
      await whileLocked(db, lockNumbers.databaseUse, hold, kind).catch((err: unknown) =>
        stopping.signal.aborted ? undefined : log.warn({ err }, 'The registration at the database broke'),
      );
      if (isFirst) onWait();
      isFirst = false;
      if (performance.now() > deadline || signal.aborted) held.emit('decided', false);
      await delay(retryMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
  };
  const running = run();
  const stop = async () => {
    stopping.abort();
    await running;
  };
  if ((await first)[0]) return { stop };
  await stop();
  return undefined;
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

export const identityQuery = `select system_identifier::text || '/' || current_database() as identity from pg_control_system()`;

/** The same for all who use this database; undefined where the user may not know it. */
export async function readIdentity(db: Db): Promise<string | undefined> {
  return requireIdentity(db).catch(() => undefined);
}

/** The same for those who must not go on while the database is away. */
export async function requireIdentity(db: Db): Promise<string | undefined> {
  try {
    const { rows } = await db.execute<{ identity: string }>(sql.raw(identityQuery));
    return rows[0]?.identity;
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    return undefined;
  }
}
