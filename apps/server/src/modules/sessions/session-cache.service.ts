import type { Ctx } from '../../context.ts';
import { createFreshCache, type FreshCache } from '../../platform/fresh-cache.ts';
import type { Unsubscribe } from '../../platform/bus/bus.ts';
import { repeat } from '../../platform/repeat.ts';
import * as store from './sessions.store.ts';

const changedSubject = 'sessions.changed';

/** A session that has ended is refused within a second even if the message about it is lost. */
const limits = { maxEntries: 20_000, maxAgeMs: 900 };
const recheck = { everyMs: 450, isDelayed: true, failure: 'Sessions in use could not be checked' };

/** Without an id: any account may have changed. */
type Change = { userId?: string; sessionId?: string };

export function createSessionCache(): FreshCache<store.SessionRow> {
  return createFreshCache(limits);
}

/** What a session or an account may do has changed: nobody answers from memory anymore. In a transaction, after the commit. */
export function publishAccountChange(ctx: Ctx, change: Change): void {
  ctx.bus.publish(changedSubject, change, `${changedSubject} ${change.userId ?? ''} ${change.sessionId ?? ''}`);
}

/** For caches of what depends on an account. */
export function followAccounts(ctx: Ctx, onChange: (change: Change) => void): Unsubscribe {
  const stops = [
    ctx.bus.follow(changedSubject, (change) => onChange(change as Change)),
    ctx.bus.onGap(() => onChange({})),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Drops sessions that have changed, and reads those in use again twice a second, with one query for all. */
export function startChecking(ctx: Ctx): () => void {
  const { cache } = ctx.state.sessions;
  const stops = [
    followAccounts(ctx, ({ userId, sessionId }) => {
      const isAny = userId === undefined && sessionId === undefined;
      cache.drop(isAny ? undefined : (row) => row.userId === userId || row.id === sessionId);
    }),
    repeat(ctx.log, recheck, () =>
      cache.rereadUsed(async (ids) => new Map((await store.findSessions(ctx.db, ids)).map((row) => [row.id, row]))),
    ),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
