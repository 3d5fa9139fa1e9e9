import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { ErrorNotice } from '../../../components/notices/error-notice.tsx';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { StatusDot } from '../../../components/display/status-dot.tsx';
import { hasCode } from '../../../lib/api/api-error.ts';
import { useRefreshDiscord, useStartDiscordLink, useUnlinkDiscord } from '../discord.mutations.ts';
import { linkFailureText } from '../link-failures.ts';
import { useLeaving } from '../use-leaving.ts';

type Connection = { username: string; guilds: string[] };

type Props = {
  connection: Connection | undefined;
  /** Whether the account may open the Ski Bap pages. */
  isGuildMember: boolean;
  /** Why an attempt to link has failed, from the URL. */
  failure: string | undefined;
  onChange: (connection: Connection | undefined) => void;
};

/** The linked Discord account, its guild membership, and how to change them. */
export function DiscordConnection({ connection, isGuildMember, failure, onChange }: Props) {
  const startLink = useStartDiscordLink();
  const unlink = useUnlinkDiscord();
  const refresh = useRefreshDiscord();
  const [outcome, setOutcome] = useState<string>();
  const isLeaving = useLeaving(startLink.isSuccess);
  const error = startLink.error ?? unlink.error ?? refresh.error;
  const begin = () => {
    setOutcome(undefined);
    for (const { reset } of [startLink, unlink, refresh]) reset();
  };
  const link = () => {
    begin();
    startLink.mutate();
  };
  const unlinkNow = () => {
    begin();
    unlink.mutate(undefined, {
      onSuccess: () => {
        onChange(undefined);
        setOutcome('Discord unlinked.');
      },
    });
  };
  const refreshNow = () => {
    begin();
    refresh.mutate(undefined, {
      onSuccess: (fresh) => {
        onChange(fresh);
        setOutcome('Your list of guilds was refreshed.');
      },
      onError: (cause) => {
        // The portal has found that the account is no longer linked.
        if (hasCode(cause, 'DISCORD_UNLINKED')) onChange(undefined);
      },
    });
  };
  return (
    <Stack gap="md">
      <div>
        <Text fw={600}>Discord</Text>
        {connection === undefined ? (
          <Text c="dimmed">Not linked</Text>
        ) : (
          <Text c="dimmed">
            Linked as <PlainText text={connection.username} />
          </Text>
        )}
      </div>
      {connection === undefined ? null : (
        <StatusDot
          tone={isGuildMember ? 'good' : 'quiet'}
          word={isGuildMember ? 'Member of the community guild' : 'Not a member of the community guild'}
        />
      )}
      <Group gap="md">
        {connection === undefined ? (
          <Button onClick={link} loading={startLink.isPending || isLeaving}>
            Link Discord
          </Button>
        ) : (
          <>
            <Button variant="default" onClick={unlinkNow} loading={unlink.isPending}>
              Unlink Discord
            </Button>
            <Button variant="default" onClick={refreshNow} loading={refresh.isPending}>
              Refresh
            </Button>
          </>
        )}
        <Text size="sm" role="status">
          {outcome ?? (error === null && connection === undefined ? linkFailureText(failure) : undefined)}
        </Text>
      </Group>
      {error === null ? null : <ErrorNotice error={error} />}
    </Stack>
  );
}
