import { startEgressProxy, type EgressProxy } from '../../platform/egress/egress-proxy.ts';
import type { Pass } from '../../platform/egress/proxy-pass.ts';
import { perPortal } from '../../platform/per-portal.ts';
import { privateHosts } from './video-address.ts';
import type { Ctx } from '../../context.ts';

const proxies = perPortal(() => ({ started: undefined as Promise<EgressProxy> | undefined }));

/** Lets one run of yt-dlp out to the internet. */
export async function openPass(ctx: Ctx, maxBytes: number): Promise<Pass> {
  const portal = proxies(ctx);
  portal.started ??= startEgressProxy(privateHosts(ctx.config));
  return (await portal.started).open({ maxBytes });
}

export async function closeEgress(ctx: Ctx): Promise<void> {
  const portal = proxies(ctx);
  const proxy = await portal.started;
  portal.started = undefined;
  await proxy?.stop();
}
