import { Stack, Text, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { PlainText } from '../../components/display/plain-text.tsx';
import { ErrorNotice } from '../../components/notices/error-notice.tsx';
import { BadgeButton } from '../../features/status/components/badge-button.tsx';
import { ServerCards, ServerCardSkeletons } from '../../features/status/components/server-cards.tsx';
import { statusQuery, type Status } from '../../features/status/status.queries.ts';
import { formatCount } from '../../lib/text/format-count.ts';

/** Admins get the badges of the servers too. */
export function StatusServers({ isAdmin }: { isAdmin: boolean }) {
  const { data, error, isFetching, refetch } = useQuery(statusQuery);
  const notice =
    error === null ? null : <ErrorNotice error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  if (data === undefined) return notice ?? <ServerCardSkeletons />;
  const { name, servers, serverCount } = data;
  return (
    <Stack gap="lg">
      {notice}
      <Text c="dimmed">
        {name === null ? null : (
          <>
            <b>
              <PlainText text={name} />
            </b>
            {' · '}
          </>
        )}
        {summaryOf(data)}
      </Text>
      <VisuallyHidden component="h2">Servers</VisuallyHidden>
      <ServerCards servers={servers} Actions={isAdmin ? BadgeButton : undefined} />
      {servers.length < serverCount ? (
        <Text c="dimmed">
          The {servers.length} busiest of {formatCount(serverCount)} servers are shown.
        </Text>
      ) : null}
    </Stack>
  );
}

function summaryOf({ playerCount, serverCount }: Status): string {
  if (serverCount === 0) return 'No servers have been added yet.';
  const servers = serverCount === 1 ? '1 server' : `${formatCount(serverCount)} servers`;
  if (playerCount === null) return `${servers}. How many players are online isn't known.`;
  const players = playerCount === 1 ? '1 player' : `${formatCount(playerCount)} players`;
  return `${players} online on ${servers}. The lines show the last 24 hours.`;
}
