import type { Ctx } from '../../context.ts';

/** Publishes that a cluster, or a server in it, has changed; in a transaction after its commit. */
export function publishClusterChange(ctx: Ctx, clusterId: string): void {
  ctx.bus.publish(ctx.state.servers.clusterChangeSubject, { clusterId });
}

export function onClusterChange(ctx: Ctx, onChange: (clusterId: string) => void): () => void {
  const { clusterChangeSubject } = ctx.state.servers;
  return ctx.bus.subscribe(clusterChangeSubject, (data) => onChange((data as { clusterId: string }).clusterId));
}
