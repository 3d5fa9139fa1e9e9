import type { HistoryVisibility } from '@tribehall/contract';
import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ChoiceList } from '../../../components/forms/choice-list.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { QueryRegion } from '../../../components/layout/query-region.tsx';
import { historyQuery } from '../people.queries.ts';
import {
  historyTexts,
  leaderboardTexts,
  toChoice,
  useChangeHistory,
  useChangeLeaderboards,
  type LeaderboardChoice,
} from './history.mutations.ts';

/** For admins of the server: who may see when others played, and whether they are compared. */
export function HistoryPanel({ serverId }: { serverId: string }) {
  const query = useQuery(historyQuery(serverId));
  return (
    <Panel title="Who can see when others played">
      <QueryRegion query={query} skeletonHeight={120}>
        {({ visibleTo, mayChange, ...settings }) =>
          mayChange ? (
            <Stack gap="lg">
              <HistoryChoice serverId={serverId} visibleTo={visibleTo} />
              <LeaderboardSwitch serverId={serverId} current={toChoice(settings)} />
            </Stack>
          ) : (
            <Text>{historyTexts[visibleTo].effect}</Text>
          )
        }
      </QueryRegion>
    </Panel>
  );
}

function LeaderboardSwitch({ serverId, current }: { serverId: string; current: LeaderboardChoice }) {
  const change = useChangeLeaderboards(serverId);
  return (
    <ChoiceList
      legend="Leaderboards of playtime, deaths and tames"
      choices={leaderboardTexts}
      value={current}
      onChange={(choice) => change({ choice, before: current })}
    />
  );
}

function HistoryChoice({ serverId, visibleTo }: { serverId: string; visibleTo: HistoryVisibility }) {
  const change = useChangeHistory(serverId);
  return (
    <div>
      <Text c="dimmed" mb="md">
        Playtime, sessions and timelines tell when a base is undefended. Admins of this server always see them.
      </Text>
      <ChoiceList
        legend="Besides admins, the history is visible to"
        choices={historyTexts}
        value={visibleTo}
        onChange={(choice) => change({ choice, before: visibleTo })}
      />
    </div>
  );
}
