import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ReplyOutput } from '@tribehall/contract';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { repeat } from '../../platform/repeat.ts';
import { serverRoot } from '../../platform/server-root.ts';
import { publishLive } from '../events/events.service.ts';
import { createMonitor, type HostMonitor, type HostSnapshot } from './host-monitor.ts';
import { pingDb } from './host.store.ts';

const version = (JSON.parse(readFileSync(join(serverRoot, 'package.json'), 'utf8')) as { version: string }).version;
const replyWithinMs = 2000;
const freshForMs = 500;

/** Whether the portal can serve. Load balancers ask often, so the database is pinged at most twice a second. */
export function createHealth(): (ctx: Ctx) => Promise<ReplyOutput<'GET /health'>> {
  let checkedAt = 0;
  let check: Promise<boolean> = Promise.resolve(false);
  return async (ctx) => {
    if (Date.now() - checkedAt > freshForMs) {
      checkedAt = Date.now();
      check = isReady(ctx);
    }
    const ready = await check;
    if (!ready) throw new AppError('UNAVAILABLE', 'The database is not responding.', { live: true, ready });
    // Still ready without the bus: the portal serves its own game servers and pages, and all portals lose the bus at once.
    return { live: true, ready, version, bus: ctx.bus.isConnected() ? 'connected' : 'away' };
  };
}

async function isReady(ctx: Ctx): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<false>((resolve) => (timer = setTimeout(resolve, replyWithinMs, false)));
  const ping = pingDb(ctx.db).then(
    () => true,
    (err: unknown) => {
      ctx.log.warn({ err }, 'The database is not responding');
      return false;
    },
  );
  return Promise.race([ping, tooLate]).finally(() => clearTimeout(timer));
}

export function hostMonitor(ctx: Ctx): HostMonitor {
  return (ctx.state.host.monitor ??= createMonitor(ctx));
}

/** The current metrics and the samples of the last minutes. */
export async function readHost(ctx: Ctx): Promise<HostSnapshot> {
  return hostMonitor(ctx).read();
}

/** Each portal publishes only its own host, also where several serve together. */
export function hostKey(ctx: Ctx): string {
  return hostMonitor(ctx).id;
}

/** Measures the host every few seconds and publishes the result. Returns a function that stops it. */
export function startMeasuring(ctx: Ctx, everyMs = 5000): () => void {
  const monitor = hostMonitor(ctx);
  let isStopped = false;
  const measure = async () => {
    const change = await monitor.measure();
    if (change && !isStopped) publishLive(ctx, 'host.stats', 'changed', change, hostKey(ctx));
  };
  monitor.start();
  const stopTimer = repeat(ctx.log, { everyMs, failure: 'The host could not be measured', isDelayed: true }, measure);
  return () => {
    isStopped = true;
    stopTimer();
    monitor.stop();
  };
}
