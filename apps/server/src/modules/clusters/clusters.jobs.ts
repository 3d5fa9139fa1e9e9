import type { Ctx } from '../../context.ts';
import type { Job } from '../../module.ts';
import { onClusterChange } from '../servers/cluster-changes.service.ts';
import { publishState } from './clusters.service.ts';

/** A message holds the whole state, so of many changes only the last one is worth sending. */
const everyMs = 200;

/** Publishes the state of changed clusters, throttled. */
export function startClustersJobs(ctx: Ctx): Job {
  const timers = new Map<string, NodeJS.Timeout>();
  const publishing = new Set<string>();
  const schedule = (clusterId: string) => {
    if (!timers.has(clusterId)) timers.set(clusterId, setTimeout(() => void publish(clusterId), everyMs).unref());
  };
  const publish = async (clusterId: string) => {
    timers.delete(clusterId);
    // Two at once could arrive in the wrong order and leave the older state on the screens.
    if (publishing.has(clusterId)) return schedule(clusterId);
    publishing.add(clusterId);
    try {
      await publishState(ctx, clusterId);
    } catch (err) {
      ctx.log.warn({ err, clusterId }, "A cluster's state could not be read");
    } finally {
      publishing.delete(clusterId);
    }
  };
  const unsubscribe = onClusterChange(ctx, schedule);
  return {
    stop: () => {
      unsubscribe();
      for (const timer of timers.values()) clearTimeout(timer);
    },
  };
}
