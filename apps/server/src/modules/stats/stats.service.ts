import type { ReplyOutput } from '@tribehall/contract';
import type { Ctx } from '../../context.ts';
import { publishLive } from '../events/events.service.ts';
import * as store from './stats.store.ts';

type Stats = ReplyOutput<'GET /ark/stats'>;

const freshForMs = 1_000;
const changedSubject = 'stats.changed';

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

/** Tells how many servers are connected now; many changes at once are told once. Never throws. */
export async function publishStats(ctx: Ctx): Promise<void> {
  const cache = ctx.state.stats;
  cache.isDue = true;
  if (cache.isPublishing) return;
  cache.isPublishing = true;
  while (cache.isDue) {
    cache.isDue = false;
    await tell(ctx);
  }
  cache.isPublishing = false;
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
    ctx.state.stats.reading = undefined;
  };
  const stops = [ctx.bus.subscribe(changedSubject, forget), ctx.bus.onGap(forget)];
  return () => stops.forEach((stop) => stop());
}

async function countNow(ctx: Ctx): Promise<Stats> {
  return { connectedServers: await store.countLinks(ctx.db) };
}
