import type pg from 'pg';
import { counterOf, createHistogram, gauge, type Metric } from '../platform/metrics/metric.ts';
import type { Db } from './db.ts';

/** Queries and connections of a database that `openDb` has opened. Queries are measured from now on. */
export function measureDb(db: Db): Metric[] {
  const pool = (db as Db & { $client: pg.Pool }).$client;
  const durations = createHistogram({
    name: 'tribehall_db_query_duration_seconds',
    help: 'Queries, from sending to the whole reply.',
    bounds: [0.001, 0.005, 0.025, 0.1, 0.5, 2.5],
  });
  const series = durations.series({});
  let failures = 0;
  const measured = new WeakSet<pg.PoolClient>();
  const onEnd = (startedAt: number, isFailed: boolean) => {
    series.observe((performance.now() - startedAt) / 1000);
    if (isFailed) failures += 1;
  };
  pool.on('acquire', (client) => {
    if (measured.has(client)) return;
    measured.add(client);
    measureQueries(client, onEnd);
  });
  const connections = () => [
    { labels: { state: 'idle' }, value: pool.idleCount },
    { labels: { state: 'in_use' }, value: pool.totalCount - pool.idleCount },
  ];
  return [
    durations,
    counterOf({ name: 'tribehall_db_query_failures_total', help: 'Queries that failed.' }, () => failures),
    gauge({ name: 'tribehall_db_connections', help: 'Connections to the database by state.' }, connections),
    gauge({ name: 'tribehall_db_connections_max', help: 'Size of the pool of connections.' }, () => pool.options.max),
    gauge(
      { name: 'tribehall_db_waiting', help: 'Those who wait for a connection to the database.' },
      () => pool.waitingCount,
    ),
  ];
}

type Query = (...args: unknown[]) => unknown;
type Callback = (error: unknown, ...rest: unknown[]) => void;

/** The driver answers with a promise, or calls back where it is given a function. */
function measureQueries(client: pg.PoolClient, onEnd: (startedAt: number, isFailed: boolean) => void): void {
  const query = client.query.bind(client) as Query;
  const measuredQuery: Query = (...args) => {
    const startedAt = performance.now();
    const last = args.at(-1);
    if (typeof last === 'function') {
      const callback: Callback = (error, ...rest) => {
        onEnd(startedAt, Boolean(error));
        (last as Callback)(error, ...rest);
      };
      return query(...args.slice(0, -1), callback);
    }
    const reply = query(...args);
    if (reply instanceof Promise)
      reply.then(
        () => onEnd(startedAt, false),
        () => onEnd(startedAt, true),
      );
    return reply;
  };
  client.query = measuredQuery as typeof client.query;
}
