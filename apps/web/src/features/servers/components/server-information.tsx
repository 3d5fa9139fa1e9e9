import { Group, Stack } from '@mantine/core';
import { MessageSquare } from 'lucide-react';
import type { ReactNode } from 'react';
import { paths } from '../../../app/paths.ts';
import { LinkButton } from '../../../components/buttons/link-button.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { chartRanges, readChartRange } from '../chart-ranges.ts';
import type { Favorites } from '../servers.mutations.ts';
import type { Server } from '../servers.queries.ts';
import { AgentUpdate } from './agent-update.tsx';
import { ChartRangeLinks } from './chart-range-links.tsx';
import { PlayerCountChart } from './player-count-chart.tsx';
import { ServerAdministration } from './server-administration.tsx';
import { ServerControl } from './server-control.tsx';
import { ServerFacts } from './server-facts.tsx';
import classes from './server-information.module.css';
import { ServerLimits } from './server-limits.tsx';
import { ServerPing } from './server-ping.tsx';
import { ServerStar } from './server-star.tsx';

type Props = {
  server: Server;
  /** As the URL has it. */
  range: string | undefined;
  favorites: Favorites;
  isServerAdmin: boolean;
  isServerPlayer: boolean;
  /** What the page says of the user's own character here. */
  character: ReactNode;
  /** Where its chat goes, for its admins. */
  chatSettings: ReactNode;
  /** The user has proved control of the server. */
  onControl: () => void;
  onRemoved: () => void;
};

/** All there is to know of one server, and what its people do with it. */
export function ServerInformation(props: Props) {
  const { server, range, favorites, isServerAdmin, isServerPlayer, character, chatSettings, onControl, onRemoved } =
    props;
  const chartRange = readChartRange(range);
  const limits = server.capabilities?.cannot ?? [];
  return (
    <div className={classes.columns}>
      <Stack gap="lg">
        <Panel title="State">
          <Stack gap="lg">
            <ServerFacts server={server} />
            <AgentUpdate server={server} isServerAdmin={isServerAdmin} />
            <Group gap="sm">
              <ServerStar serverId={server.id} favorites={favorites} />
              <ServerPing server={server} />
              <LinkButton
                to={paths.serverChat}
                params={{ serverId: server.id }}
                variant="default"
                leftSection={<MessageSquare size={16} aria-hidden />}
              >
                Chat
              </LinkButton>
            </Group>
          </Stack>
        </Panel>
        {limits.length === 0 ? null : (
          <Panel title="What this server cannot do">
            <ServerLimits limits={limits} />
          </Panel>
        )}
        {chatSettings}
      </Stack>
      <Stack gap="lg">
        <Panel title="Players over time">
          <Stack gap="sm">
            <ChartRangeLinks serverId={server.id} range={chartRange} />
            <PlayerCountChart serverId={server.id} hours={chartRanges[chartRange].hours} />
          </Stack>
        </Panel>
        <Panel title="Your character">{character}</Panel>
        <Panel title="Administration">
          {isServerAdmin ? (
            <ServerAdministration server={server} onRemoved={onRemoved} />
          ) : (
            <ServerControl server={server} isServerPlayer={isServerPlayer} onControl={onControl} />
          )}
        </Panel>
      </Stack>
    </div>
  );
}
