import { Text } from '@mantine/core';
import { linkOptions } from '@tanstack/react-router';
import { Page } from '../../components/layout/page.tsx';
import { RecordingsList } from '../../features/terminal/recordings/recordings-list.tsx';

const terminal = { text: 'Terminal', link: linkOptions({ to: '/terminal' }) };

export function RecordingsPage() {
  return (
    <Page title="Recordings" crumbs={[terminal, { text: 'Recordings' }]}>
      <Text c="dimmed" size="sm">
        What terminal commands printed. Only Owners see it; opening and deleting a recording is recorded in the audit
        log.
      </Text>
      <RecordingsList />
    </Page>
  );
}
