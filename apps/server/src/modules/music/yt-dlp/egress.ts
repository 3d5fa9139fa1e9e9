import { startEgressProxy } from '../../../platform/egress/egress-proxy.ts';
import type { Pass } from '../../../platform/egress/proxy-pass.ts';
import { privateHosts } from '../videos/video-address.ts';
import type { Ctx } from '../../../context.ts';

/** Lets one run of yt-dlp out to the internet. */
export async function openPass(ctx: Ctx, maxBytes: number): Promise<Pass> {
  const { music } = ctx.state;
  music.egressProxy ??= startEgressProxy(privateHosts(ctx.config));
  return (await music.egressProxy).open({ maxBytes });
}

export async function closeEgress(ctx: Ctx): Promise<void> {
  const { music } = ctx.state;
  const proxy = await music.egressProxy;
  music.egressProxy = undefined;
  await proxy?.stop();
}
