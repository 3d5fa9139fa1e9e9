import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { use, useState } from 'react';
import { trendQuery, type Trend } from '../../lib/servers/trends.queries.ts';
import { Scrolling } from '../virtual-grid/scrolling.ts';
import { Sparkline } from './sparkline.tsx';

/** A lone player should not look like a full server. */
const leastTop = 4;

/** The players of a server over the last 24 hours; empty until known. */
export function ServerTrend({ serverId }: { serverId: string }) {
  const isScrolling = use(Scrolling);
  const queryClient = useQueryClient();
  // While the list is scrolled, a row that becomes another server's only shows what is known already: to watch a query
  // costs more than the rest of the row.
  const [askedId, setAskedId] = useState(serverId);
  if (!isScrolling && askedId !== serverId) setAskedId(serverId);
  const { data } = useQuery(trendQuery(askedId));
  const shown = askedId === serverId ? data : queryClient.getQueryData(trendQuery(serverId).queryKey);
  return shown === undefined ? null : <Sparkline values={shown} top={leastTop} />;
}

/** The players of several servers together. */
export function ServersTrend({ serverIds }: { serverIds: readonly string[] }) {
  const trend = useTrends(serverIds);
  return trend.length === 0 ? null : <Sparkline values={trend} top={leastTop} />;
}

/** The players of several servers together over the last 24 hours; empty until all are known. */
export function useTrends(serverIds: readonly string[]): Trend {
  const results = useQueries({ queries: serverIds.map((id) => trendQuery(id)) });
  if (results.some(({ data }) => data === undefined)) return [];
  return sumTrends(results.map(({ data }) => data ?? []));
}

/** What is not known of one server does not hide the others. */
export function sumTrends(trends: readonly Trend[]): Trend {
  const length = Math.max(0, ...trends.map((trend) => trend.length));
  return Array.from({ length }, (_, index) => {
    const known = trends.map((trend) => trend[index] ?? null).filter((count) => count !== null);
    return known.length === 0 ? null : known.reduce((sum, count) => sum + count, 0);
  });
}
