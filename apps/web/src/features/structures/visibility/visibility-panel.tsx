import type { StructureVisibility as Visibility } from '@tribehall/contract';
import { Text } from '@mantine/core';
import { ChoiceList } from '../../../components/forms/choice-list.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { useChangeVisibility } from '../structures.mutations.ts';
import { visibilityTexts } from './visibility-texts.ts';

/** For admins of the server: who may see structures. */
export function VisibilityPanel({ serverId, visibleTo }: { serverId: string; visibleTo: Visibility }) {
  const change = useChangeVisibility(serverId);
  return (
    <Panel title="Who can see structures">
      <Text c="dimmed" mb="md">
        Admins of this server always see everything. On a PvP server a map of all bases is a weapon, so choose what
        other players see.
      </Text>
      <ChoiceList
        legend="Besides admins, structures are visible to"
        choices={visibilityTexts}
        value={visibleTo}
        onChange={(choice) => change({ choice, before: visibleTo })}
      />
    </Panel>
  );
}
