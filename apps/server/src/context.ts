import type { Logger } from 'pino';
import type { Config } from './config.ts';
import type { Db } from './db/db.ts';
import type { Bus } from './platform/bus/bus.ts';
import type { SecretKey } from './platform/secret-key.ts';
import type { WorkQueue } from './platform/work-queue.ts';

/** What every service gets handed. Passed, never global. */
export type Ctx = {
  config: Config;
  db: Db;
  bus: Bus;
  log: Logger;
  clock: () => Date;
  /** Password hashing is costly by design: bounded, so that a flood of logins stops nothing else. */
  hashQueue: WorkQueue;
  key: SecretKey;
};

/** Runs `work` with a context that shadows the outer one; what it publishes goes out only after the commit. */
export async function inTransaction<T>(ctx: Ctx, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  const held = new Map<string | symbol, [subject: string, data: unknown]>();
  const hold: Bus['publish'] = (subject, data, replaces) => {
    const key = replaces ?? Symbol(subject);
    held.delete(key);
    held.set(key, [subject, data]);
  };
  const bus: Bus = { ...ctx.bus, publish: hold };
  const result = await ctx.db.transaction((db) => work({ ...ctx, db, bus }));
  for (const [key, [subject, data]] of held) ctx.bus.publish(subject, data, typeof key === 'string' ? key : undefined);
  return result;
}
