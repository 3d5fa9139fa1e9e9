import { Button, Group, Stack, Text } from '@mantine/core';
import { Activity, MessageSquare, Star } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import type { CommandName } from '@tribehall/contract';
import { useQuery } from '@tanstack/react-query';
import { LinkButton } from '../../../components/buttons/link-button.tsx';
import { Facts } from '../../../components/display/facts.tsx';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { CopyField } from '../../../components/forms/copy-field.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { errorMessage } from '../../../lib/api/api-error.ts';
import { whyNot } from '../../../lib/servers/capabilities.ts';
import { visibleText } from '../../../lib/text/visible-text.ts';
import { usePing, useToggleFavorite, type Favorites } from '../servers.mutations.ts';
import { agentQuery, type Server } from '../servers.queries.ts';
import { ServerAdministration, ServerControl } from './server-administration.tsx';
import { outdated, ServerFacts, splitVersion } from './server-facts.tsx';
import classes from './server-information.module.css';

/** Labels of the commands. */
const commandNames = {
  'server.ping': 'Ping',
  'server.showCode': 'Show a code in the agent’s console',
  'server.saveWorld': 'Save the world',
  'players.list': 'List players',
  'players.whisper': 'Whisper to players (mail and codes)',
  'players.kill': 'Kill players',
  'players.ban': 'Ban players',
  'players.unban': 'Unban players',
  'players.console': 'Console commands',
  'chat.say': 'Send chat messages',
} as const satisfies Record<CommandName, string>;

type Props = {
  server: Server;
  favorites: Favorites;
  isServerAdmin: boolean;
  isServerPlayer: boolean;
  /** The panel with the number of players over time. */
  playerCounts: ReactNode;
  /** The user's own character on this server. */
  character: ReactNode;
  /** The panels with settings, for the server's admins. */
  settings: ReactNode;
  /** Called when the user has proved control of the server. */
  onControl: () => void;
  onRemoved: () => void;
};

/** Everything about one server, with the actions for it. */
export function ServerInformation(props: Props) {
  const { server, favorites, isServerAdmin, isServerPlayer, playerCounts, character, settings, onControl, onRemoved } =
    props;
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
                to="/arkbot/servers/$serverId/chat"
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
          <Panel title="What this server can't do">
            <ServerLimits limits={limits} />
          </Panel>
        )}
        {settings}
      </Stack>
      <Stack gap="lg">
        {playerCounts}
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

type ServerLimitsProps = { limits: NonNullable<Server['capabilities']>['cannot'] };

function ServerLimits({ limits }: ServerLimitsProps) {
  return (
    <Facts>
      {limits.map(({ command, reason }) => (
        <div key={command}>
          <dt>{commandNames[command]}</dt>
          <dd>
            <PlainText text={reason} />
          </dd>
        </div>
      ))}
    </Facts>
  );
}

/** Measures the round trip to the game. */
function ServerPing({ server }: { server: Server }) {
  const ping = usePing(server.id);
  const reasonId = useId();
  const reason = whyNot(server, 'server.ping');
  const result = ping.data && `${Math.round(ping.data.roundTripMs)} ms round trip to the game`;
  return (
    <Group gap="sm">
      <Button
        variant="default"
        leftSection={<Activity size={16} aria-hidden />}
        loading={ping.isPending}
        disabled={reason !== undefined}
        aria-describedby={reasonId}
        onClick={() => ping.mutate()}
      >
        Ping
      </Button>
      <Text size="sm" c="dimmed" id={reasonId} role="status">
        {reason ?? (ping.error === null ? result : errorMessage(ping.error))}
      </Text>
    </Group>
  );
}

type ServerStarProps = { serverId: string; favorites: Favorites };

function ServerStar({ serverId, favorites }: ServerStarProps) {
  const toggle = useToggleFavorite(favorites);
  const isFavorite = favorites.serverIds.includes(serverId);
  return (
    <Button
      variant="default"
      aria-pressed={isFavorite}
      leftSection={<Star size={16} aria-hidden fill={isFavorite ? 'var(--th-accent)' : 'none'} />}
      onClick={() => toggle(serverId)}
    >
      Favourite
    </Button>
  );
}

/** Shows that a server's agent is outdated, and its admins how to update it. */
export function AgentUpdate({ server: { agent }, isServerAdmin }: { server: Server; isServerAdmin: boolean }) {
  const { data: offered } = useQuery({ ...agentQuery(), enabled: agent !== null });
  const state = offered === undefined ? undefined : outdated(agent, offered);
  if (agent === null || offered === undefined || state === undefined) return null;
  const version = visibleText(splitVersion(agent.version).version);
  const finding =
    state === 'older'
      ? `Agent ${version} is older than this portal (${offered.version}).`
      : `Agent ${version} is a different build from the one this portal offers.`;
  return (
    <Stack gap="xs" role="status">
      <Text>
        {finding}{' '}
        {isServerAdmin
          ? 'To update it, stop it on the game machine, then run this command.'
          : 'Ask an admin of this server to update it.'}
      </Text>
      {isServerAdmin ? <CopyField label="Update command" value={offered.commandLine} /> : null}
    </Stack>
  );
}
