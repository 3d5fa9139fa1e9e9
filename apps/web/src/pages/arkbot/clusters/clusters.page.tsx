import { Text } from '@mantine/core';
import { Page } from '../../../components/page.tsx';

export function ClustersPage() {
  return (
    <Page title="Select a cluster" tabTitle="Clusters">
      <Text c="dimmed">Choose one with the button in the top bar. It is remembered for the next time.</Text>
    </Page>
  );
}
