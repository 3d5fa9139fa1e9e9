import type { Config } from '../../config.ts';
import type { Ctx } from '../../context.ts';
import { createMonitor, type HostMonitor, type HostState } from './host-monitor.ts';

/** By portal: the configuration is the same in all its contexts. */
const monitors = new WeakMap<Config, HostMonitor>();

export function hostMonitor(ctx: Ctx): HostMonitor {
  const monitor = monitors.get(ctx.config) ?? createMonitor(ctx);
  monitors.set(ctx.config, monitor);
  return monitor;
}

/** The host now and in the last minutes. */
export async function readHostState(ctx: Ctx): Promise<HostState> {
  return hostMonitor(ctx).read();
}

/** Each portal tells of its own host alone, also where several serve together. */
export function hostKey(ctx: Ctx): string {
  return hostMonitor(ctx).id;
}
