import { sql } from 'drizzle-orm';
import { expect, it, vi } from 'vitest';
import { createTestApp } from '../testing/test-app.ts';
import { isBackingUp, whileBackingUp, whileLocked, whileMaintaining } from './advisory-lock.ts';

const { ctx } = await createTestApp();
const { db } = ctx;

/** Holds the lock until it is released. */
function hold(lock: number) {
  let letGo: (() => void) | undefined;
  let isLost = false;
  const done = whileLocked(db, lock, async ({ lost }) => {
    await new Promise<void>((resolve) => {
      letGo = resolve;
      lost.addEventListener('abort', () => {
        isLost = true;
        resolve();
      });
    });
  });
  return { done, isHeld: () => letGo !== undefined, isLost: () => isLost, letGo: () => letGo?.() };
}

it('is held by one at a time', async () => {
  const first = hold(1);
  await vi.waitFor(() => expect(first.isHeld()).toBe(true));
  const second = hold(1);
  expect(await second.done).toBe(false);
  const other = hold(2);
  await vi.waitFor(() => expect(other.isHeld()).toBe(true));
  other.letGo();
  first.letGo();
  expect(await Promise.all([first.done, other.done])).toEqual([true, true]);
  const third = hold(1);
  await vi.waitFor(() => expect(third.isHeld()).toBe(true));
  third.letGo();
  await third.done;
});

it('is free for others at once when its connection breaks, and the holder hears of it', async () => {
  const first = hold(3);
  await vi.waitFor(() => expect(first.isHeld()).toBe(true));
  const failure = first.done.catch((error: unknown) => error);
  const locks = sql`pg_locks where locktype = 'advisory' and objid = 3
    and database = (select oid from pg_database where datname = current_database())`;
  await db.execute(sql`select pg_terminate_backend(pid) from ${locks}`);
  // It is told to end, and does so a moment later.
  await vi.waitFor(async () => expect((await db.execute(sql`select pid from ${locks}`)).rows).toEqual([]));
  const second = hold(3);
  await vi.waitFor(() => expect(second.isHeld()).toBe(true));
  await vi.waitFor(() => expect(first.isLost()).toBe(true));
  expect(await failure).toBeInstanceOf(Error);
  second.letGo();
  expect(await second.done).toBe(true);
});

/** Its work needs two more connections. */
const maintain = (_: unknown, index: number) =>
  whileMaintaining(db, 100 + index, async () => {
    await Promise.all([db.execute(sql`select pg_sleep(0.01)`), db.execute(sql`select 1`)]);
  });

it('leaves maintenance the connections that it needs, however much of it begins at once', async () => {
  const outcomes = await Promise.all(Array.from({ length: 12 }, maintain));
  expect(outcomes).toEqual(outcomes.map(() => true));
});

it('of a backup can be looked at without being taken', async () => {
  expect(await isBackingUp(db)).toBe(false);
  let isOver = false;
  const looking = async () => {
    while (!isOver) await isBackingUp(db);
  };
  const looks = [looking(), looking(), looking()];
  for (let round = 0; round < 50; round += 1) {
    const isDone = await whileBackingUp(db, async () => expect(await isBackingUp(db)).toBe(true));
    expect(isDone).toBe(true);
  }
  isOver = true;
  await Promise.all(looks);
});
