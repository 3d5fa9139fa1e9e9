import type { Ctx } from '../../context.ts';
import { publishLive } from '../events/events.service.ts';
import { hostKey, hostMonitor } from './host.service.ts';

/** Measures the host every few seconds and publishes the result. Returns a function that stops it. */
export function startHostJobs(ctx: Ctx, everyMs = 5000): () => void {
  const monitor = hostMonitor(ctx);
  let [isMeasuring, isStopped] = [false, false];
  const measure = async () => {
    if (isMeasuring) return;
    isMeasuring = true;
    try {
      const change = await monitor.measure();
      if (change && !isStopped) publishLive(ctx, 'host.stats', 'changed', change, hostKey(ctx));
    } catch (err) {
      ctx.log.warn({ err }, 'The host could not be measured');
    } finally {
      isMeasuring = false;
    }
  };
  monitor.start();
  const timer = setInterval(() => void measure(), everyMs).unref();
  return () => {
    isStopped = true;
    clearInterval(timer);
    monitor.stop();
  };
}
