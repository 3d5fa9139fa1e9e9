import { randomUUID } from 'node:crypto';
import type { Ctx } from '../../context.ts';

/** Heard by this process alone: of several portals, the one that makes a change publishes the new state. */
const changedSubject = `clusters.changed.${randomUUID()}`;

/** Says that a cluster, or a server in it, has changed; in a transaction, after its commit. */
export function publishClusterChange(ctx: Ctx, clusterId: string): void {
  ctx.bus.publish(changedSubject, { clusterId });
}

export function onClusterChange(ctx: Ctx, onChange: (clusterId: string) => void): () => void {
  return ctx.bus.subscribe(changedSubject, (data) => onChange((data as { clusterId: string }).clusterId));
}
