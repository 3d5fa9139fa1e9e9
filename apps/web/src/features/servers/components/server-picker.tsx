import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { paths } from '../../../app/paths.ts';
import { PickerDialog } from '../../../components/picker-dialog.tsx';
import { QueryRegion } from '../../../components/query-region.tsx';
import { TextLink } from '../../../components/text-link.tsx';
import { serversQuery } from '../servers.queries.ts';

export function ServerPicker() {
  return (
    <PickerDialog buttonLabel="Select a server..." title="Select a server">
      {(close) => <ServerChoices onChosen={close} />}
    </PickerDialog>
  );
}

function ServerChoices({ onChosen }: { onChosen: () => void }) {
  const query = useQuery(serversQuery);
  return (
    <QueryRegion query={query}>
      {(servers) =>
        servers.length === 0 ? (
          <Text c="dimmed">No servers found.</Text>
        ) : (
          <Stack gap="sm">
            {servers.map((server) => (
              <TextLink key={server.id} to={paths.server} params={{ serverId: server.id }} onClick={onChosen}>
                {server.name}
              </TextLink>
            ))}
          </Stack>
        )
      }
    </QueryRegion>
  );
}
