import type { Logger } from 'pino';
import type { Config } from './config.ts';
import type { Db } from './db/db.ts';
import type { Bus } from './platform/bus/bus.ts';
import type { SecretKey } from './platform/secret-key.ts';

/** Passed to every service, never global. */
export type Ctx = {
  config: Config;
  db: Db;
  bus: Bus;
  log: Logger;
  clock: () => Date;
  key: SecretKey;
  /** In-memory state by module, created by `createStates`. A module reads only its own. */
  state: ModuleStates;
  /** In a transaction: runs right before the commit. */
  lastSteps?: LastStep[];
};

/** Each module with state in memory adds its own entry, in its `<noun>.state.ts`. */
// eslint-disable-next-line typescript/consistent-type-definitions, typescript/no-empty-object-type -- interfaces merge
export interface ModuleStates {}

type LastStep = (ctx: Ctx) => Promise<void>;

/**
 * Runs `work` with a context that shadows the outer one; what it publishes is sent after the commit. Its last steps run
 * right before the commit, so that their locks are held as briefly as possible.
 */
export async function inTransaction<T>(ctx: Ctx, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  const held = new Map<string | symbol, [subject: string, data: unknown]>();
  const hold: Bus['publish'] = (subject, data, replaces) => {
    const key = replaces ?? Symbol(subject);
    held.delete(key);
    held.set(key, [subject, data]);
  };
  const bus: Bus = { ...ctx.bus, publish: hold };
  const result = await ctx.db.transaction(async (db) => {
    const inner = { ...ctx, db, bus, lastSteps: [] as LastStep[] };
    const result = await work(inner);
    // Inside another transaction they wait for the end of that one; a rollback discards them.
    if (ctx.lastSteps) ctx.lastSteps.push(...inner.lastSteps);
    else for (const step of inner.lastSteps) await step(inner);
    // A step added too late must fail instead of being ignored.
    Object.freeze(inner.lastSteps);
    return result;
  });
  for (const [key, [subject, data]] of held) ctx.bus.publish(subject, data, typeof key === 'string' ? key : undefined);
  return result;
}
