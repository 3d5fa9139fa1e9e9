import { Stack, Text } from '@mantine/core';
import { Lock } from 'lucide-react';
import { SegmentedChoice } from '../../../components/forms/segmented-choice.tsx';
import { PageSection } from '../../../components/layout/page-section.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { Notice } from '../../../components/notices/notice.tsx';
import type { Person } from '../people.queries.ts';
import { readGroups } from '../timeline/journal-groups.ts';
import { Timeline } from '../timeline/timeline.tsx';
import classes from './player-profile.module.css';
import { PlayerServers } from './player-servers.tsx';
import { PlayerPresence, PlayerSummary } from './player-summary.tsx';
import { PlaytimePanel } from './playtime-chart.tsx';
import { PlayerSessions } from './session-table.tsx';

/** In the URL. */
export type PlayerParams = { view?: string; show?: string; server?: string };

type Props = { person: Person; params: PlayerParams; onParams: (params: PlayerParams) => void };

const views = { timeline: 'Timeline', sessions: 'Sessions' } as const;

/** Everything about one player. */
export function PlayerProfile({ person, params, onParams }: Props) {
  const visible = person.servers.filter(({ isHistoryVisible }) => isHistoryVisible);
  const isHidden = visible.length === 0 && person.servers.length > 0;
  return (
    <Stack gap="lg">
      <PlayerPresence person={person} />
      <div className={classes.columns}>
        <Stack gap="lg">
          <Panel title="About">
            <PlayerSummary person={person} />
          </Panel>
          <Panel title="Servers">
            <PlayerServers person={person} />
          </Panel>
          {isHidden ? null : <PlaytimePanel playerId={person.id} />}
        </Stack>
        <PageSection title="History">
          {isHidden ? (
            <Notice icon={Lock} title="You can't see this player's history.">
              <Text c="dimmed">The admins of these servers keep the history to themselves.</Text>
            </Notice>
          ) : (
            <History person={person} params={params} onParams={onParams} />
          )}
        </PageSection>
      </div>
    </Stack>
  );
}

function History({ person, params, onParams }: Props) {
  const view = params.view === 'sessions' ? 'sessions' : 'timeline';
  const { show, server } = params;
  return (
    <Stack gap="md">
      <SegmentedChoice
        label="Kind of history"
        choices={views}
        value={view}
        onChange={(next) => onParams({ ...params, view: next === 'sessions' ? next : '' })}
      />
      {view === 'sessions' ? (
        <PlayerSessions playerId={person.id} />
      ) : (
        <Timeline
          playerId={person.id}
          servers={person.servers.flatMap((place) => (place.isHistoryVisible ? [place.server] : []))}
          filters={{ groups: readGroups(show), serverId: server || undefined }}
          onFilters={({ groups, serverId = '' }) => onParams({ ...params, show: groups.join(','), server: serverId })}
        />
      )}
    </Stack>
  );
}
