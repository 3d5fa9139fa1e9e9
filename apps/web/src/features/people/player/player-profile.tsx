import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { PageSection } from '../../../components/layout/page-section.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { PlayerHistory, type HistoryProps } from './player-history.tsx';
import classes from './player-profile.module.css';
import { PlayerServers } from './player-servers.tsx';
import { PlayerPresence, PlayerSummary } from './player-summary.tsx';
import { PlaytimePanel } from './playtime-chart.tsx';

type Props = HistoryProps & { actions: ReactNode; notes: ReactNode; storedData: ReactNode };

/** Everything about one player. */
export function PlayerProfile({ person, params, onParams, mail, sanctions, actions, notes, storedData }: Props) {
  const isHidden = person.servers.every(({ isHistoryVisible }) => !isHistoryVisible);
  return (
    <Stack gap="lg">
      <PlayerPresence person={person} />
      {actions}
      <div className={classes.columns}>
        <Stack gap="lg" className={classes.about ?? ''}>
          <Panel title="About">
            <PlayerSummary person={person} />
          </Panel>
          {notes}
        </Stack>
        <div className={classes.history}>
          <PageSection title="History">
            <PlayerHistory person={person} params={params} onParams={onParams} mail={mail} sanctions={sanctions} />
          </PageSection>
        </div>
        <Stack gap="lg" className={classes.more ?? ''}>
          <Panel title="Servers">
            <PlayerServers person={person} />
          </Panel>
          {isHidden ? null : <PlaytimePanel playerId={person.id} />}
          {storedData}
        </Stack>
      </div>
    </Stack>
  );
}
