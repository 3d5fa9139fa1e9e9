import type { Ctx } from '../../context.ts';
import { createMonitor, type HostMonitor, type HostState } from './host-monitor.ts';

export function hostMonitor(ctx: Ctx): HostMonitor {
  return (ctx.state.host.monitor ??= createMonitor(ctx));
}

/** The host now and in the last minutes. */
export async function readHostState(ctx: Ctx): Promise<HostState> {
  return hostMonitor(ctx).read();
}

/** Each portal tells of its own host alone, also where several serve together. */
export function hostKey(ctx: Ctx): string {
  return hostMonitor(ctx).id;
}
