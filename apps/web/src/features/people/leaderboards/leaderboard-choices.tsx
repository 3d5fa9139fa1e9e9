import type { LeaderboardMeasure } from '@tribehall/contract';
import { SegmentedChoice } from '../../../components/forms/segmented-choice.tsx';
import type { LeaderboardFilters } from '../people.queries.ts';
import { PlaceChoice } from '../place-choice.tsx';
import classes from './leaderboards.module.css';
import { measures, spans, type Span } from './measures.ts';

const measureLabels = Object.fromEntries(
  Object.entries(measures).map(([measure, { label }]) => [measure, label]),
) as Record<LeaderboardMeasure, string>;

type Props = { filters: LeaderboardFilters; onFilters: (filters: LeaderboardFilters) => void };

/** What is compared, over which time, and where. */
export function LeaderboardChoices({ filters, onFilters }: Props) {
  return (
    <div className={classes.choices}>
      <SegmentedChoice
        label="Ranked by"
        choices={measureLabels}
        value={filters.by}
        onChange={(by) => onFilters({ ...filters, by })}
      />
      <SegmentedChoice
        label="Over the last"
        choices={spans}
        value={String(filters.days) as Span}
        onChange={(days) => onFilters({ ...filters, days: Number(days) })}
      />
      <PlaceChoice place={filters} onPlace={(place) => onFilters({ ...filters, ...place })} />
    </div>
  );
}
