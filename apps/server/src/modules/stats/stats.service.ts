import type { ReplyOutput } from '@tribehall/contract';
import type { Ctx } from '../../context.ts';
import { publishLive } from '../events/events.service.ts';
import * as store from './stats.store.ts';

type Stats = ReplyOutput<'GET /ark/stats'>;

const freshForMs = 1_000;
/** Thousands of agents may connect within seconds. */
const publishEveryMs = 250;
const changedSubject = 'stats.changed';

/** A cache for the home page: the database is asked at most once a second, and after each change. */
type StatsState = {
  reading: Promise<Stats> | undefined;
  readAt: number;
  /** Until changes may be published again. */
  pause: NodeJS.Timeout | undefined;
  isDue: boolean;
  /** This portal stops: nothing can be published later. */
  isStopped: boolean;
};

export function createStatsState(): StatsState {
  return { reading: undefined, readAt: 0, pause: undefined, isDue: false, isStopped: false };
}

declare module '../../context.ts' {
  // eslint-disable-next-line typescript/consistent-type-definitions -- interfaces merge
  interface ModuleStates {
    stats: StatsState;
  }
}

export async function readStats(ctx: Ctx): Promise<Stats> {
  const cache = ctx.state.stats;
  const now = performance.now();
  if (cache.reading && now - cache.readAt < freshForMs) return cache.reading;
  cache.readAt = now;
  const reading = countNow(ctx);
  cache.reading = reading;
  reading.catch(() => {
    if (cache.reading === reading) cache.reading = undefined;
  });
  return reading;
}

/** Publishes how many servers are connected: at once, then no more often than the interval. Never throws. */
export async function publishStats(ctx: Ctx): Promise<void> {
  const cache = ctx.state.stats;
  if (cache.isStopped) return publishOnce(ctx);
  cache.isDue = true;
  if (cache.pause) return;
  cache.pause = setTimeout(() => {
    cache.pause = undefined;
    if (cache.isDue) void publishStats(ctx);
  }, publishEveryMs).unref();
  cache.isDue = false;
  await publishOnce(ctx);
}

async function publishOnce(ctx: Ctx): Promise<void> {
  try {
    const stats = await countNow(ctx);
    ctx.bus.publish(changedSubject, {});
    publishLive(ctx, 'stats', 'changed', stats);
  } catch (err) {
    ctx.log.warn({ err }, 'The number of connected servers could not be published');
  }
}

/** Invalidates the cache when any portal publishes a change. */
export function watchStats(ctx: Ctx): () => void {
  const invalidate = () => {
    ctx.state.stats.reading = undefined;
  };
  const stops = [ctx.bus.subscribe(changedSubject, invalidate), ctx.bus.onGap(invalidate)];
  return () => {
    stops.forEach((stop) => stop());
    ctx.state.stats.isStopped = true;
    clearTimeout(ctx.state.stats.pause);
  };
}

async function countNow(ctx: Ctx): Promise<Stats> {
  return { connectedServers: await store.countConnections(ctx.db) };
}
