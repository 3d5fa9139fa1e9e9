import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { paths } from '../../../app/paths.ts';
import { PickerDialog } from '../../../components/picker-dialog.tsx';
import { QueryRegion } from '../../../components/query-region.tsx';
import { TextLink } from '../../../components/text-link.tsx';
import { clustersQuery } from '../clusters.queries.ts';

export function ClusterPicker() {
  return (
    <PickerDialog buttonLabel="Select a cluster..." title="Select a cluster">
      {(close) => <ClusterChoices onChosen={close} />}
    </PickerDialog>
  );
}

function ClusterChoices({ onChosen }: { onChosen: () => void }) {
  const query = useQuery(clustersQuery);
  return (
    <QueryRegion query={query}>
      {(clusters) =>
        clusters.length === 0 ? (
          <Text c="dimmed">No clusters found.</Text>
        ) : (
          <Stack gap="sm">
            {clusters.map((cluster) => (
              <TextLink key={cluster.id} to={paths.cluster} params={{ clusterId: cluster.id }} onClick={onChosen}>
                {cluster.name}
              </TextLink>
            ))}
          </Stack>
        )
      }
    </QueryRegion>
  );
}
