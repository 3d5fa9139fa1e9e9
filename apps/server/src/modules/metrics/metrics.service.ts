import type { Config } from '../../config.ts';
import type { Ctx } from '../../context.ts';
import { measureDb } from '../../db/db-metrics.ts';
import { gauge, type Metric } from '../../platform/metrics/metric.ts';
import { serveMetrics } from '../../platform/metrics/metrics-server.ts';
import { measureProcess } from '../../platform/metrics/process-metrics.ts';
import { version } from '../../platform/server-root.ts';

/** Nothing is measured, and nothing served, unless the operator asks for it. */
export function isMeasured({ METRICS_PORT, METRICS_TOKEN }: Config): boolean {
  return METRICS_PORT !== undefined || METRICS_TOKEN !== undefined;
}

/** Measures the process, the database and whatever the modules declare. Returns what ends it. */
export function startMeasuring(ctx: Ctx): () => void {
  if (!isMeasured(ctx.config)) return () => {};
  const { registry, declared } = ctx.state.metrics;
  const own = measureProcess();
  registry.add([
    ...own.metrics,
    ...measureDb(ctx.db),
    gauge({ name: 'tribehall_build_info', help: 'Always 1; the labels say which build it is.' }, () => [
      { labels: { version, node: process.versions.node }, value: 1 },
    ]),
    gauge({ name: 'tribehall_bus_connected', help: 'Whether other portals can be reached (1) or not (0).' }, () =>
      Number(ctx.bus.isConnected()),
    ),
    ...declared.flatMap((metrics) => metrics(ctx)),
  ]);
  return own.stop;
}

/** For those that start later than the modules. Returns what removes them. */
export function addMetrics(ctx: Pick<Ctx, 'config' | 'state'>, metrics: readonly Metric[]): () => void {
  if (!isMeasured(ctx.config)) return () => {};
  const { registry } = ctx.state.metrics;
  registry.add(metrics);
  return () => registry.remove(metrics);
}

export function writeMetrics(ctx: Ctx): Promise<string> {
  return ctx.state.metrics.registry.write((name, err) => ctx.log.debug({ err, name }, 'A metric could not be read'));
}

/** Serves `/metrics` on a port of its own, if there is one. `headers` are those of every response. */
export async function listenForScrapes(
  ctx: Ctx,
  headers: Record<string, string>,
): Promise<{ url: string; stop: () => Promise<void> } | undefined> {
  const { METRICS_PORT: port, METRICS_HOST: host, METRICS_TOKEN: token } = ctx.config;
  if (port === undefined) return undefined;
  const server = await serveMetrics({ host, port, token, headers, write: () => writeMetrics(ctx) });
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${server.port}/metrics`;
  ctx.log.info({ url }, 'Serving metrics');
  return { url, stop: server.stop };
}
