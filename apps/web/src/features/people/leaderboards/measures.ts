import type { LeaderboardMeasure } from '@tribehall/contract';
import { formatDuration } from '../../../lib/text/format.ts';
import type { LeaderboardFilters } from '../people.queries.ts';
import { formatCount } from '../../../lib/text/format-count.ts';

type Measure = { label: string; format: (value: number) => string; isNone: string };

export const measures = {
  playtime: { label: 'Playtime', format: formatDuration, isNone: 'No one played on these servers in that time.' },
  deaths: { label: 'Deaths', format: formatCount, isNone: 'No one died on these servers in that time.' },
  tames: { label: 'Tames', format: formatCount, isNone: 'No one tamed a creature on these servers in that time.' },
} as const satisfies Record<LeaderboardMeasure, Measure>;

/** By days. */
export const spans = { '7': '7 days', '30': '30 days', '90': '90 days', '365': 'Year' } as const;
export type Span = keyof typeof spans;

export type LeaderboardParams = { by?: string; days?: string; server?: string; cluster?: string };

/** From the URL; missing or invalid parameters give the default. */
export function readLeaderboardFilters({ by = '', days = '', server, cluster }: LeaderboardParams): LeaderboardFilters {
  return {
    by: Object.hasOwn(measures, by) ? (by as LeaderboardMeasure) : 'playtime',
    days: Object.hasOwn(spans, days) ? Number(days) : 30,
    serverId: server || undefined,
    clusterId: cluster || undefined,
  };
}

export function writeLeaderboardFilters({ by, days, serverId, clusterId }: LeaderboardFilters): LeaderboardParams {
  return {
    by,
    days: String(days),
    ...(serverId !== undefined && { server: serverId }),
    ...(clusterId !== undefined && { cluster: clusterId }),
  };
}
