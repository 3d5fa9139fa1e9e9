import type { Ctx } from '../../context.ts';
import { publishStats } from '../stats/stats.service.ts';
import { removeExpiredCodes } from './codes.service.ts';
import * as intake from './intake.service.ts';
import type { Gateway } from './links.gateway.ts';

const sweepCodesEveryMs = 60 * 60 * 1000;

export type JobOptions = {
  heartbeatMs: number;
  /** A portal process that has not been seen for so long is dead, and its links with it. */
  portalSilenceMs: number;
};

/** Keeps the links alive, this process known to the others, and the dead ones cleared away. */
export function startLinksJobs(ctx: Ctx, gateway: Gateway, options: JobOptions): () => Promise<void> {
  let running: Promise<void> | undefined;
  const look = async () => {
    try {
      await intake.showAlive(ctx, gateway.portalId);
      await gateway.reconcile((portalId) => intake.listLinks(ctx, portalId));
      if ((await intake.sweep(ctx, options.portalSilenceMs)).length > 0) await publishStats(ctx);
    } catch (err) {
      ctx.log.warn({ err }, 'The links could not be looked through');
    } finally {
      running = undefined;
    }
  };
  const beat = () => {
    gateway.ping();
    running ??= look();
  };
  // Which links were to close meanwhile is in the database.
  const stopOnGap = ctx.bus.onGap(() => void (running ??= look()));
  const sweepCodes = () => {
    removeExpiredCodes(ctx).catch((err: unknown) => ctx.log.warn({ err }, 'Old codes could not be removed'));
  };
  beat();
  sweepCodes();
  const timers = [
    setInterval(beat, options.heartbeatMs).unref(),
    setInterval(gateway.cutSilent, options.heartbeatMs / 5).unref(),
    setInterval(sweepCodes, sweepCodesEveryMs).unref(),
  ];
  return async () => {
    for (const timer of timers) clearInterval(timer);
    stopOnGap();
    await running;
    await gateway.stop();
    await intake
      .leave(ctx, gateway.portalId)
      .catch((err: unknown) => ctx.log.warn({ err }, 'This portal could not sign off'));
  };
}
