import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { LiveStatus } from '../../../components/display/live-indicator.tsx';
import { errorMessage } from '../../../lib/api/api-error.ts';
import { useStatsLive } from '../stats.live.ts';
import { statsQuery } from '../stats.queries.ts';
import classes from './connected-servers.module.css';

/** An unknown number is never shown as zero. */
export function ConnectedServers() {
  const { data, error } = useQuery(statsQuery);
  useStatsLive();
  return (
    <dl className={classes.tile}>
      <dt className={classes.label}>
        Connected servers
        <LiveStatus />
      </dt>
      <dd>
        {data?.connectedServers ?? <span className={classes.unknown}>not known yet</span>}
        {error === null ? null : (
          <Text size="sm" c="dimmed">
            {errorMessage(error)}
          </Text>
        )}
      </dd>
    </dl>
  );
}
