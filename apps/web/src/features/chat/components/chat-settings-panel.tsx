import { Stack, Switch, Text, Title } from '@mantine/core';
import '@mantine/core/styles/Switch.css';
import { useQuery } from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import { Notice } from '../../../components/notices/notice.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { QueryRegion } from '../../../components/layout/query-region.tsx';
import { errorMessage, hasCode } from '../../../lib/api/api-error.ts';
import { useTurnSwitch, type ChatSwitch } from '../chat-settings.mutations.ts';
import { chatSettingsQuery, type ChatSettings } from '../chat-settings.queries.ts';
import { ChatGuildForm } from './chat-guild-form.tsx';
import { ChatGuildTable } from './chat-guild-table.tsx';

const switches: { name: ChatSwitch; label: string; effect: string }[] = [
  {
    name: 'sharesClusterChat',
    label: 'Share chat with the cluster',
    effect: 'Messages are shared with the other servers in the cluster.',
  },
  {
    name: 'hasBotTraffic',
    label: 'Bot traffic',
    effect: 'When off, nothing is exchanged between this server and the Discord bot.',
  },
];

type Props = {
  serverId: string;
  /** The user's character on the server. */
  instigator?: string | undefined;
};

/** Where the chat of a server goes. Users who may not change it see which right they lack. */
export function ChatSettingsPanel({ serverId, instigator }: Props) {
  const query = useQuery(chatSettingsQuery(serverId));
  return (
    <Panel title="Chat settings">
      {hasCode(query.error, 'FORBIDDEN') ? (
        <Notice icon={Lock} title={errorMessage(query.error)} />
      ) : (
        <QueryRegion query={query} skeletonHeight={200}>
          {(settings) => <Settings serverId={serverId} instigator={instigator} settings={settings} />}
        </QueryRegion>
      )}
    </Panel>
  );
}

function Settings({ serverId, instigator, settings }: Props & { settings: ChatSettings }) {
  const turn = useTurnSwitch(serverId, instigator);
  return (
    <Stack gap="lg">
      {switches.map(({ name, label, effect }) => (
        <Switch
          key={name}
          label={label}
          description={effect}
          checked={settings[name]}
          onChange={(event) => turn.mutate({ name, isOn: event.currentTarget.checked })}
        />
      ))}
      <Title order={3}>Discord guilds</Title>
      {settings.hasBotTraffic ? null : <Text c="dimmed">Bot traffic is off, so nothing reaches these guilds.</Text>}
      <ChatGuildTable serverId={serverId} instigator={instigator} settings={settings} />
      <ChatGuildForm serverId={serverId} instigator={instigator} />
    </Stack>
  );
}
