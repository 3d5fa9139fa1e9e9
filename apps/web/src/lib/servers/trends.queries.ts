import { queryOptions } from '@tanstack/react-query';
import { api } from '../api/api.ts';

/** Player counts of the last 24 hours at equal distances; null where unknown. */
export type Trend = readonly (number | null)[];

type Request = {
  serverId: string;
  signal: AbortSignal;
  resolve: (trend: Trend) => void;
  reject: (error: unknown) => void;
};

/** The portal takes as many at once. */
const maxServers = 60;
const waitMs = 60;
const refetchMs = 5 * 60_000;

let waiting: Request[] = [];

/** Batched: rows that appear together share a call, and rows that were only scrolled past ask for nothing. */
export function trendQuery(serverId: string) {
  return queryOptions({
    queryKey: ['players', 'trend', serverId],
    queryFn: ({ signal }) =>
      new Promise<Trend>((resolve, reject) => {
        if (waiting.length === 0) setTimeout(sendWaiting, waitMs);
        waiting.push({ serverId, signal, resolve, reject });
      }),
    staleTime: refetchMs,
    refetchInterval: refetchMs,
  });
}

function sendWaiting(): void {
  const wanted = waiting.filter(({ signal }) => !signal.aborted);
  waiting = [];
  for (let at = 0; at < wanted.length; at += maxServers) void send(wanted.slice(at, at + maxServers));
}

async function send(requests: readonly Request[]): Promise<void> {
  const serverIds = requests.map(({ serverId }) => serverId).join(',');
  try {
    const trends = await api('GET /ark/playerCounts', { query: { serverIds } });
    const byId = new Map(trends.map(({ id, counts }) => [id, counts]));
    for (const { serverId, resolve } of requests) resolve(byId.get(serverId) ?? []);
  } catch (error) {
    for (const { reject } of requests) reject(error);
  }
}
