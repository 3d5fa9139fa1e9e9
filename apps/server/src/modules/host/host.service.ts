import type { ReplyOutput } from '@tribehall/contract';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { CachedJson } from '../../platform/json/cached-json.ts';
import { repeat } from '../../platform/repeat.ts';
import { version } from '../../platform/server-root.ts';
import { publishLive } from '../events/events.service.ts';
import { createMonitor, type HostMonitor, type HostSnapshot } from './host-monitor.ts';
import { pingDb } from './host.store.ts';

const replyWithinMs = 2000;
const freshForMs = 500;

type Health = ReplyOutput<'GET /health'>;

/** Whether the portal can serve. Load balancers ask often, so the database is pinged at most twice a second. */
export function createHealth() {
  let checkedAt = 0;
  let check: boolean | Promise<boolean> = false;
  const replies = { connected: new CachedJson(healthy('connected')), away: new CachedJson(healthy('away')) };
  const reply = (ctx: Ctx, ready: boolean) => {
    if (!ready) throw new AppError('UNAVAILABLE', 'The database is not responding.', { live: true, ready });
    // Still ready without the bus: the portal serves its own game servers and pages, and all portals lose the bus at once.
    return replies[ctx.bus.isConnected() ? 'connected' : 'away'];
  };
  const isReadyNow = (ctx: Ctx): boolean | Promise<boolean> => {
    if (Date.now() - checkedAt > freshForMs) {
      checkedAt = Date.now();
      const running = isReady(ctx);
      check = running;
      void running.then((ready) => check === running && (check = ready));
    }
    return check;
  };
  return {
    read(ctx: Ctx): CachedJson<Health> | Promise<CachedJson<Health>> {
      const ready = isReadyNow(ctx);
      return typeof ready === 'boolean' ? reply(ctx, ready) : ready.then((isReady) => reply(ctx, isReady));
    },
    /** For load balancers. The tables are up to date as soon as the portal listens. */
    async isReady(ctx: Ctx): Promise<ReplyOutput<'GET /health/ready'>> {
      if (ctx.state.host.isStopping) throw new AppError('UNAVAILABLE', 'The portal is stopping.', { ready: false });
      if (!(await isReadyNow(ctx)))
        throw new AppError('UNAVAILABLE', 'The database is not responding.', { ready: false });
      return { ready: true };
    },
  };
}

/** From now on the portal says that it is not ready, so that load balancers send new requests elsewhere. */
export function announceStop(ctx: Ctx): void {
  ctx.state.host.isStopping = true;
}

function healthy(bus: Health['bus']): Health {
  return { live: true, ready: true, version, bus };
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
