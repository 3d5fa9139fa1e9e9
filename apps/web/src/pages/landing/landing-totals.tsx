import { useQuery } from '@tanstack/react-query';
import { LiveStatus } from '../../components/display/live-indicator.tsx';
import { useStatsLive } from '../../features/stats/stats.live.ts';
import { statsQuery } from '../../features/stats/stats.queries.ts';
import { errorMessage } from '../../lib/api/api-error.ts';
import { formatCount } from '../../lib/text/format-count.ts';
import classes from './landing.module.css';

type Props = { playerCount: number | null | undefined; isStatusPublic: boolean };

/** An unknown number is never shown as zero. */
export function LandingTotals({ playerCount, isStatusPublic }: Props) {
  const { data, error } = useQuery(statsQuery);
  useStatsLive();
  return (
    <dl className={classes.totals}>
      <div>
        <dt>
          Connected servers <LiveStatus />
        </dt>
        <dd>
          <Total value={data?.connectedServers} />
          {error === null ? null : <span className={classes.failure}>{errorMessage(error)}</span>}
        </dd>
      </div>
      {isStatusPublic ? (
        <div>
          <dt>Players online now</dt>
          <dd>
            <Total value={playerCount} />
          </dd>
        </div>
      ) : null}
    </dl>
  );
}

function Total({ value }: { value: number | null | undefined }) {
  if (value === undefined || value === null) return <span className={classes.unknown}>not known yet</span>;
  return formatCount(value);
}
