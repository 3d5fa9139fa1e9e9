import type { Ctx } from '../../context.ts';
import { publishStats } from '../stats/stats.service.ts';
import { removeExpiredCodes } from './codes/codes.service.ts';
import * as intake from './intake.service.ts';
import type { Gateway, GatewayOptions } from './gateway.ts';

const sweepCodesEveryMs = 60 * 60 * 1000;

export type JobOptions = Pick<GatewayOptions, 'heartbeatMs'> & {
  /** A portal process without a heartbeat for so long is dead, and so are its connections. */
  portalSilenceMs: number;
};

/** Heartbeats of the connections and of this process, and removal of dead ones. */
export function startAgentsJobs(ctx: Ctx, gateway: Gateway, options: JobOptions): () => Promise<void> {
  let running: Promise<void> | undefined;
  const look = async () => {
    try {
      await intake.showAlive(ctx, gateway.portalId);
      gateway.expect(await intake.countAgentsPerPortal(ctx));
      await gateway.reconcile((portalId) => intake.listConnections(ctx, portalId));
      if ((await intake.sweep(ctx, options.portalSilenceMs)).length > 0) await publishStats(ctx);
    } catch (err) {
      ctx.log.warn({ err }, 'Agent connections could not be checked');
    } finally {
      running = undefined;
    }
  };
  const beat = () => void (running ??= look());
  // Messages to close connections may be missing: the database knows which ones.
  const stopOnGap = ctx.bus.onGap(() => void (running ??= look()));
  const sweepCodes = () => {
    removeExpiredCodes(ctx).catch((err: unknown) => ctx.log.warn({ err }, 'Old codes could not be removed'));
  };
  beat();
  sweepCodes();
  const timers = [
    setInterval(beat, options.heartbeatMs).unref(),
    setInterval(gateway.tend, options.heartbeatMs / 5).unref(),
    setInterval(sweepCodes, sweepCodesEveryMs).unref(),
  ];
  return async () => {
    // The heartbeat goes on while commands finish: without it another portal takes this one for dead.
    await gateway.stop();
    for (const timer of timers) clearInterval(timer);
    stopOnGap();
    await running;
    await intake
      .leave(ctx, gateway.portalId)
      .catch((err: unknown) => ctx.log.warn({ err }, 'This portal could not deregister'));
  };
}
