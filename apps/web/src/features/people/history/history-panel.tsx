import type { HistoryVisibility } from '@tribehall/contract';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ChoiceList } from '../../../components/forms/choice-list.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { QueryRegion } from '../../../components/layout/query-region.tsx';
import { historyQuery } from '../people.queries.ts';
import { historyTexts, useChangeHistory } from './history.mutations.ts';

/** For admins of the server: who may see when others played. */
export function HistoryPanel({ serverId }: { serverId: string }) {
  const query = useQuery(historyQuery(serverId));
  return (
    <Panel title="Who can see when others played">
      <QueryRegion query={query} skeletonHeight={120}>
        {({ visibleTo, mayChange }) =>
          mayChange ? (
            <HistoryChoice serverId={serverId} visibleTo={visibleTo} />
          ) : (
            <Text>{historyTexts[visibleTo].effect}</Text>
          )
        }
      </QueryRegion>
    </Panel>
  );
}

function HistoryChoice({ serverId, visibleTo }: { serverId: string; visibleTo: HistoryVisibility }) {
  const change = useChangeHistory(serverId);
  return (
    <>
      <Text c="dimmed" mb="md">
        Playtime, sessions and timelines tell when a base is undefended. Admins of this server always see them.
      </Text>
      <ChoiceList
        legend="Besides admins, the history is visible to"
        choices={historyTexts}
        value={visibleTo}
        onChange={(choice) => change({ choice, before: visibleTo })}
      />
    </>
  );
}
