import type { FastifyInstance, onResponseHookHandler, RouteOptions } from 'fastify';
import type { Ctx } from '../context.ts';
import { AppError } from '../errors.ts';
import { addMetrics, isMeasured, writeMetrics } from '../modules/metrics/metrics.service.ts';
import {
  createCounter,
  createHistogram,
  type CounterSeries,
  type HistogramSeries,
} from '../platform/metrics/metric.ts';
import { hasToken } from '../platform/metrics/metrics-server.ts';
import { expositionType } from '../platform/metrics/registry.ts';

declare module 'fastify' {
  // eslint-disable-next-line typescript/consistent-type-definitions -- interfaces merge
  interface FastifyContextConfig {
    /** The reply lasts as long as its reader stays. */
    isStream?: boolean;
  }
}

/** Counts and times requests, and serves `/metrics` where it has no port of its own. Before all routes. */
export function metricsPlugin(app: FastifyInstance, ctx: Ctx): void {
  if (!isMeasured(ctx.config)) return;
  measureRequests(app, ctx);
  const { METRICS_PORT, METRICS_TOKEN } = ctx.config;
  if (METRICS_PORT !== undefined || METRICS_TOKEN === undefined) return;
  app.get('/metrics', async (request, reply) => {
    if (!hasToken(request.headers.authorization, METRICS_TOKEN)) throw new AppError('UNAUTHORIZED');
    return reply
      .type(expositionType)
      .header('cache-control', 'no-store')
      .send(await writeMetrics(ctx));
  });
}

const classes = ['1xx', '2xx', '3xx', '4xx', '5xx'];

/** By the template of the route, never by its path: whatever is requested, the labels are those of the contract. */
function measureRequests(app: FastifyInstance, ctx: Ctx): void {
  const requests = createCounter({ name: 'tribehall_http_requests_total', help: 'Requests by status class.' });
  const durations = createHistogram({
    name: 'tribehall_http_request_duration_seconds',
    help: 'Requests, from their first byte to the last one of the reply; live streams are left out.',
    bounds: [0.005, 0.025, 0.1, 0.25, 1, 2.5, 10],
  });
  addMetrics(ctx, [requests, durations]);

  const own = new WeakSet<onResponseHookHandler>();
  const measure = (method: string, route: string, isTimed: boolean): onResponseHookHandler => {
    const byClass: (CounterSeries | undefined)[] = [];
    let duration: HistogramSeries | undefined;
    const onResponse: onResponseHookHandler = (_, reply, done) => {
      const index = Math.floor(reply.statusCode / 100) - 1;
      const series = (byClass[index] ??= requests.series({ method, route, status: classes[index] ?? 'other' }));
      series.value += 1;
      // Created with the first request: most routes are hardly ever used.
      if (isTimed) (duration ??= durations.series({ method, route })).observe(reply.elapsedTime / 1000);
      done();
    };
    own.add(onResponse);
    return onResponse;
  };

  app.addHook('onRoute', (route: RouteOptions) => {
    const method = String(route.method);
    const onResponse = measure(method, route.url, route.config?.isStream !== true);
    // The route for HEAD is a copy of the one for GET.
    const others = [route.onResponse ?? []].flat().filter((hook) => !own.has(hook as onResponseHookHandler));
    route.onResponse = [onResponse, ...(others as onResponseHookHandler[])];
  });
  const onUnknown = measure('any', '(unknown)', true);
  app.addHook('onResponse', function (request, reply, done) {
    if (request.is404) onUnknown.call(this, request, reply, done);
    else done();
  });
}
