import { Button, Group, Text } from '@mantine/core';
import { Download, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Panel } from '../../../components/layout/panel.tsx';
import type { Person } from '../people.queries.ts';
import { EraseDialog } from './erase-dialog.tsx';
import { useExportPerson } from './personal-data.mutations.ts';

/** For the Owner: what is stored about a person, to hand out or to erase. */
export function PersonalDataPanel({ person }: { person: Person }) {
  const exportPerson = useExportPerson(person.id);
  const [isErasing, setErasing] = useState(false);
  return (
    <Panel title="Stored data">
      <Text c="dimmed" mb="md">
        Export everything that Tribehall has stored about this player, or erase it. Both appear in the audit log.
      </Text>
      <Group gap="sm">
        <Button
          variant="default"
          leftSection={<Download size={16} aria-hidden />}
          loading={exportPerson.isPending}
          onClick={() => exportPerson.mutate()}
        >
          Export as JSON
        </Button>
        <Button
          variant="default"
          c="danger"
          leftSection={<Trash2 size={16} aria-hidden />}
          onClick={() => setErasing(true)}
        >
          Erase…
        </Button>
      </Group>
      {isErasing ? <EraseDialog person={person} onClose={() => setErasing(false)} /> : null}
    </Panel>
  );
}
