import { inTransaction, type Ctx } from '../../context.ts';
import { record, type Actor } from '../audit/audit.service.ts';
import * as store from './settings.store.ts';

type SiteSettings = store.SiteSettings;

const freshForMs = 5_000;
const changedSubject = 'site.changed';
const unset: SiteSettings = { name: null, description: null, isStatusPublic: false };

/** What the Owner has set. Cached, because every page of every visitor asks for it. */
export async function readSettings(ctx: Ctx): Promise<SiteSettings> {
  const cache = ctx.state.site.settings;
  const now = performance.now();
  if (cache.reading && now - cache.readAt < freshForMs) return cache.reading;
  cache.readAt = now;
  const reading = store.findSettings(ctx.db).then((row) => row ?? unset);
  cache.reading = reading;
  reading.catch(() => {
    if (cache.reading === reading) cache.reading = undefined;
  });
  return reading;
}

export async function changeSettings(ctx: Ctx, actor: Actor, given: SiteSettings): Promise<SiteSettings> {
  await inTransaction(ctx, async (ctx) => {
    const before = (await store.lockSettings(ctx.db)) ?? unset;
    await store.putSettings(ctx.db, { ...given, changedAt: ctx.clock() });
    const details = { from: before, to: given };
    await record(ctx, actor, { action: 'site.settings', target: given.name ?? 'site', outcome: 'done', details });
    ctx.bus.publish(changedSubject, {});
  });
  invalidate(ctx);
  return readSettings(ctx);
}

/** Invalidates the cache when any portal changes the settings. */
export function watchSettings(ctx: Ctx): () => void {
  const stops = [ctx.bus.subscribe(changedSubject, () => invalidate(ctx)), ctx.bus.onGap(() => invalidate(ctx))];
  return () => stops.forEach((stop) => stop());
}

function invalidate(ctx: Ctx): void {
  ctx.state.site.settings.reading = undefined;
}
