import type { ReplyOutput } from '@tribehall/contract';
import type { Config } from '../../config.ts';
import type { Ctx } from '../../context.ts';
import { publishLive } from '../events/events.service.ts';
import * as store from './stats.store.ts';

type Stats = ReplyOutput<'GET /ark/stats'>;

const freshForMs = 1_000;
const changedSubject = 'stats.changed';

/** Everyone who opens the first page asks, so the database is asked at most once a second, and after each change. */
type Cache = {
  reading: Promise<Stats> | undefined;
  readAt: number;
  isTelling: boolean;
  isDue: boolean;
};
const caches = new WeakMap<Config, Cache>();

function cacheOf(ctx: Ctx): Cache {
  const known = caches.get(ctx.config);
  if (known) return known;
  const cache: Cache = { reading: undefined, readAt: 0, isTelling: false, isDue: false };
  caches.set(ctx.config, cache);
  return cache;
}

export async function readStats(ctx: Ctx): Promise<Stats> {
  const cache = cacheOf(ctx);
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

/** Tells how many servers are connected now; many changes at once are told once. Never throws. */
export async function publishStats(ctx: Ctx): Promise<void> {
  const cache = cacheOf(ctx);
  cache.isDue = true;
  if (cache.isTelling) return;
  cache.isTelling = true;
  while (cache.isDue) {
    cache.isDue = false;
    await tell(ctx);
  }
  cache.isTelling = false;
}

async function tell(ctx: Ctx): Promise<void> {
  try {
    const stats = await countNow(ctx);
    ctx.bus.publish(changedSubject, {});
    publishLive(ctx, 'stats', 'changed', stats);
  } catch (err) {
    ctx.log.warn({ err }, 'The number of connected servers could not be told');
  }
}

/** Forgets what was read when any portal says that it is another number now. */
export function watchStats(ctx: Ctx): () => void {
  const forget = () => {
    cacheOf(ctx).reading = undefined;
  };
  const stops = [ctx.bus.subscribe(changedSubject, forget), ctx.bus.onGap(forget)];
  return () => stops.forEach((stop) => stop());
}

async function countNow(ctx: Ctx): Promise<Stats> {
  return { connectedServers: await store.countLinks(ctx.db) };
}
