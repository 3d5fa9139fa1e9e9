import type { Ctx } from '../../context.ts';
import { onClusterChanged, tellState } from './clusters.service.ts';

/** A state holds everything, so of many changes only what they came to is worth telling. */
const everyMs = 200;

/** Tells the readers of a cluster what changed, at most once in a while. */
export function startClustersJobs(ctx: Ctx): () => void {
  const timers = new Map<string, NodeJS.Timeout>();
  const telling = new Set<string>();
  const plan = (clusterId: string) => {
    if (!timers.has(clusterId)) timers.set(clusterId, setTimeout(() => void tell(clusterId), everyMs).unref());
  };
  const tell = async (clusterId: string) => {
    timers.delete(clusterId);
    // Two at once could arrive the wrong way round and leave the older state on the screens.
    if (telling.has(clusterId)) return plan(clusterId);
    telling.add(clusterId);
    try {
      await tellState(ctx, clusterId);
    } catch (err) {
      ctx.log.warn({ err, clusterId }, "A cluster's state could not be read");
    } finally {
      telling.delete(clusterId);
    }
  };
  const unsubscribe = onClusterChanged(ctx, plan);
  return () => {
    unsubscribe();
    for (const timer of timers.values()) clearTimeout(timer);
  };
}
