import { Button, Group, Stack, Text } from '@mantine/core';
import { ErrorNotice } from '../../../components/error-notice.tsx';
import { toastError, toastSuccess } from '../../../components/toast.ts';
import { useStartDiscordLink, useUnlinkDiscord } from '../discord.mutations.ts';

type Props = { connection: { username: string } | undefined; onUnlinked: () => void };

export function DiscordConnection({ connection, onUnlinked }: Props) {
  const startLink = useStartDiscordLink();
  const unlink = useUnlinkDiscord();
  const finishUnlink = () => {
    onUnlinked();
    toastSuccess('Discord unlinked.');
  };
  return (
    <Stack gap="md">
      <Group justify="space-between" gap="md">
        <div>
          <Text fw={600}>Discord</Text>
          <Text c="dimmed">{connection === undefined ? 'Not linked' : `Linked as ${connection.username}`}</Text>
        </div>
        {connection === undefined ? (
          <Button onClick={() => startLink.mutate()} loading={startLink.isPending}>
            Link Discord
          </Button>
        ) : (
          <Button
            variant="default"
            onClick={() => unlink.mutate(undefined, { onSuccess: finishUnlink, onError: toastError })}
            loading={unlink.isPending}
          >
            Unlink Discord
          </Button>
        )}
      </Group>
      {startLink.error === null ? null : <ErrorNotice error={startLink.error} />}
    </Stack>
  );
}
