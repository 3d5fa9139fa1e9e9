import { Title } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { LinkButton } from '../../components/buttons/link-button.tsx';
import { ErrorNotice } from '../../components/notices/error-notice.tsx';
import { ServerCards, ServerCardSkeletons } from '../../features/status/components/server-cards.tsx';
import type { Status } from '../../features/status/status.queries.ts';
import classes from './landing.module.css';

const maxShown = 8;

/** The busiest servers; the status page has the others. */
export function LandingServers({ query }: { query: UseQueryResult<Status> }) {
  const { data, error, isFetching, refetch } = query;
  const hidden = (data?.serverCount ?? 0) - maxShown;
  return (
    <section aria-labelledby="servers">
      <div className={classes.heading}>
        <Title order={2} id="servers">
          Servers
        </Title>
        <span className={classes.note}>Players over the last 24 hours</span>
      </div>
      {error === null ? null : <ErrorNotice error={error} onRetry={() => void refetch()} isRetrying={isFetching} />}
      {data === undefined ? (
        error === null && <ServerCardSkeletons />
      ) : data.serverCount === 0 ? (
        <p className={classes.note}>No servers have been added yet.</p>
      ) : (
        <ServerCards servers={data.servers.slice(0, maxShown)} />
      )}
      {hidden > 0 ? (
        <div className={classes.more}>
          <LinkButton to="/status" variant="default">
            {hidden} more
          </LinkButton>
        </div>
      ) : null}
    </section>
  );
}
