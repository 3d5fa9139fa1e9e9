import { readFile } from 'node:fs/promises';
import { pino } from 'pino';
import { afterAll, expect, inject, it } from 'vitest';
import { createTestApp } from '../testing/test-app.ts';
import { isDatabaseAway, openDb } from './db.ts';

// On a copy: nobody can be connected to the database that the others are copied from.
const app = await createTestApp();
const { rows: named } = await app.ctx.db.execute('select current_database() as name');
const copy = { ...inject('database'), database: String(named[0]?.['name']) };
const log = pino({ level: 'silent' });
const broken = openDb(copy, log, 2);
const admin = openDb(copy, log, 1);
afterAll(() => Promise.all([broken.close(), admin.close()]));

const failureOf = (work: PromiseLike<unknown>) => Promise.resolve(work).catch((error: unknown) => error);

/** The backends of the connections that are open now, to be ended. */
async function endAll(): Promise<void> {
  const { rows } = await admin.db.execute('select pg_backend_pid() as own');
  await admin.db.execute(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name = 'tribehall' and pid <> ${String(rows[0]?.['own'])}`,
  );
}

it.each([
  ['before it begins', 0],
  ['between two statements', 1],
])('gives back a connection that breaks in a transaction %s', async (_, statements) => {
  for (let round = 0; round < 4; round += 1) {
    await broken.db.execute('select 1');
    const ended = statements === 0 ? endAll() : undefined;
    const failure = await broken.db
      .transaction(async (tx) => {
        for (let n = 0; n < statements; n += 1) await tx.execute('select 1');
        await (ended ?? endAll());
        await tx.execute('select pg_sleep(5)');
        await tx.execute('select 1');
      })
      .then(
        () => undefined,
        (error: unknown) => error,
      );
    expect(isDatabaseAway(failure), String(failure)).toBe(true);
    await ended;
  }
  await expect.poll(() => broken.db.execute('select 1').then(({ rowCount }) => rowCount)).toBe(1);
});

it('takes a socket that is missing for a database that is away, and no other missing file', async () => {
  const nowhere = openDb({ host: '/nowhere', port: 1, user: 'a', password: 'b', database: 'c' }, log, 1);
  const failures = [
    await failureOf(nowhere.db.execute('select 1')),
    await failureOf(nowhere.db.transaction(() => Promise.resolve())),
  ];
  for (const failure of failures) expect(isDatabaseAway(failure), String(failure)).toBe(true);
  expect(isDatabaseAway(await failureOf(readFile('/nowhere/file')))).toBe(false);
  await nowhere.close();
});
