import { useQueries, useQuery } from '@tanstack/react-query';
import { trendQuery, type Trend } from '../../lib/servers/trends.queries.ts';
import { Sparkline } from './sparkline.tsx';

/** A lone player should not look like a full server. */
const leastTop = 4;

/** The players of a server over the last 24 hours; empty until known. */
export function ServerTrend({ serverId }: { serverId: string }) {
  const { data } = useQuery(trendQuery(serverId));
  return data === undefined ? null : <Sparkline values={data} top={leastTop} />;
}

/** The players of several servers together. */
export function ServersTrend({ serverIds }: { serverIds: readonly string[] }) {
  const results = useQueries({ queries: serverIds.map((id) => trendQuery(id)) });
  if (results.some(({ data }) => data === undefined)) return null;
  return <Sparkline values={sumTrends(results.map(({ data }) => data ?? []))} top={leastTop} />;
}

/** What is not known of one server does not hide the others. */
export function sumTrends(trends: readonly Trend[]): Trend {
  const length = Math.max(0, ...trends.map((trend) => trend.length));
  return Array.from({ length }, (_, index) => {
    const known = trends.map((trend) => trend[index] ?? null).filter((count) => count !== null);
    return known.length === 0 ? null : known.reduce((sum, count) => sum + count, 0);
  });
}
