import { Button, Checkbox, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { RowButton } from '../../../components/buttons/row-button.tsx';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { StatusDot } from '../../../components/display/status-dot.tsx';
import { TimeAgo } from '../../../components/display/time-ago.tsx';
import { QueryRegion } from '../../../components/layout/query-region.tsx';
import { ErrorNotice } from '../../../components/notices/error-notice.tsx';
import { toastSuccess } from '../../../components/notices/toast.tsx';
import { deviceName } from './device-name.ts';
import { ownSessionsQuery, useEndOtherSessions, useEndOwnSession, type OwnSession } from './own-account.queries.ts';
import classes from './own-sessions.module.css';

/** Where the user is logged in, this device first. */
export function OwnSessions() {
  const query = useQuery(ownSessionsQuery);
  const endOthers = useEndOtherSessions();
  const [revokeTokens, setRevokeTokens] = useState(false);
  return (
    <QueryRegion query={query} skeletonHeight={120}>
      {(sessions) => (
        <Stack gap="md">
          <ul className={classes.sessions}>
            {sessions
              .toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent))
              .map((session) => (
                <li key={session.id}>
                  <SessionItem session={session} />
                </li>
              ))}
          </ul>
          {endOthers.error === null ? null : <ErrorNotice error={endOthers.error} />}
          {sessions.length > 1 ? (
            <Stack gap="sm" align="flex-start">
              <Checkbox
                label="Also revoke all my API tokens"
                checked={revokeTokens}
                onChange={(event) => setRevokeTokens(event.currentTarget.checked)}
              />
              <Button
                variant="default"
                loading={endOthers.isPending}
                onClick={() => endOthers.mutate({ revokeTokens }, { onSuccess: reportOthersEnded })}
              >
                Log out everywhere else
              </Button>
            </Stack>
          ) : (
            <Text c="dimmed">You aren't logged in anywhere else.</Text>
          )}
        </Stack>
      )}
    </QueryRegion>
  );
}

function reportOthersEnded({ ended }: { ended: number }): void {
  toastSuccess(`Logged out of ${ended} other ${ended === 1 ? 'session' : 'sessions'}.`);
}

function SessionItem({ session }: { session: OwnSession }) {
  const { id, device, address, lastAddress, createdAt, lastUsedAt, isCurrent } = session;
  const endSession = useEndOwnSession();
  const name = deviceName(device);
  return (
    <>
      <div>
        <span className={classes.device}>
          <PlainText text={name} />
        </span>
        <span className={classes.facts}>
          {isCurrent ? (
            <StatusDot tone="good" word="This device" />
          ) : (
            <>
              Last used <TimeAgo at={lastUsedAt} />
            </>
          )}
          {lastAddress === '' ? null : ` from ${lastAddress}`}
          {' · '}Logged in <TimeAgo at={createdAt} />
          {address === '' || address === lastAddress ? null : ` from ${address}`}
        </span>
        {endSession.error === null ? null : <ErrorNotice error={endSession.error} />}
      </div>
      {isCurrent ? null : (
        <RowButton
          aria-label={`Log out ${name}`}
          disabled={endSession.isPending}
          onClick={() => endSession.mutate(id, { onSuccess: () => toastSuccess('Logged out there.') })}
        >
          Log out
        </RowButton>
      )}
    </>
  );
}
