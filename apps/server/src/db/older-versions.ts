import type pg from 'pg';
import { SettingError } from '../config.ts';
import { waitFor } from '../platform/wait-for.ts';
import { lockNumbers } from './lock-numbers.ts';

type Waiting = { limitMs: number; print: (line: string) => void; signal?: AbortSignal | undefined };

/** Each is held as long as a process of that kind runs; version 0.1.0 has only that of the bot. */
const locks = [
  { name: 'A portal', number: lockNumbers.databaseUse },
  { name: 'The bot', number: lockNumbers.bot },
];

/**
 * Waits until no other portal and no bot uses the database, and lets none in before the end of the transaction. While
 * migrations are pending, those that run are of an older version, and would go on with tables they do not know.
 */
export async function excludeOlderVersions(client: pg.ClientBase, waiting: Waiting): Promise<void> {
  const take = async () => {
    for (const { name, number } of locks) if (!(await takeLock(client, number))) throw new StillRunning(name);
  };
  const name = 'portals of an older version to stop';
  await waitFor(take, { ...waiting, name, isAway: (error) => error instanceof StillRunning });
}

async function takeLock(client: pg.ClientBase, number: number): Promise<boolean> {
  const { rows } = await client.query<{ isOurs: boolean }>(`select pg_try_advisory_xact_lock(${number}) as "isOurs"`);
  return rows[0]?.isOurs === true;
}

class StillRunning extends SettingError {
  constructor(name: string) {
    super(
      `${name} of an older version uses the database, whose tables this version changes. ` +
        'Stop all portals first, also a bot that runs alone; then start one with the new version, and the others after it.',
    );
  }
}
