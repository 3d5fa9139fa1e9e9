import { Text } from '@mantine/core';
import { CheckMark } from '../../../components/forms/check-mark.tsx';
import { DataTable } from '../../../components/table/data-table.tsx';
import type { TableColumn } from '../../../components/table/table-column.ts';
import { IconLabel } from '../../../components/display/icon-label.tsx';
import { RowButton } from '../../../components/buttons/row-button.tsx';
import { toastError } from '../../../components/notices/toast.tsx';
import { useChangeGuilds, type GuildList } from '../chat-settings.mutations.ts';
import type { ChatSettings } from '../chat-settings.queries.ts';

const lists: { list: GuildList; label: string }[] = [
  { list: 'loggingGuilds', label: 'Log channel' },
  { list: 'relayGuilds', label: 'Relay' },
];

type Props = { serverId: string; instigator: string | undefined; settings: ChatSettings };

/** The guilds that receive the chat, and how. */
export function ChatGuildTable({ serverId, instigator, settings }: Props) {
  const change = useChangeGuilds(serverId, instigator);
  if (lists.every(({ list }) => settings[list].length === 0))
    return <Text c="dimmed">No guild receives this chat yet.</Text>;
  const apply = (guildId: string, changes: { list: GuildList; isOn: boolean }[]) =>
    change.mutate(
      changes.map(({ list, isOn }) => ({ list, isOn, guildId })),
      { onError: toastError },
    );
  const columns: TableColumn<Guild>[] = [
    {
      key: 'guild',
      label: 'Guild',
      width: 'auto',
      onCard: 'title',
      render: ({ name, icon, detail }) => <IconLabel name={name} icon={icon} detail={detail} />,
    },
    ...lists.map(({ list, label }): TableColumn<Guild> => ({
      key: list,
      label,
      width: 'auto',
      render: ({ id, name }) => (
        <CheckMark
          aria-label={`${label} of ${name}`}
          checked={settings[list].includes(id)}
          onChange={(event) => apply(id, [{ list, isOn: event.currentTarget.checked }])}
        />
      ),
    })),
    {
      key: 'actions',
      label: 'Actions',
      width: 'auto',
      onCard: 'end',
      render: ({ id, name }) => (
        <RowButton aria-label={`Remove ${name}`} onClick={() => apply(id, usedLists(settings, id))}>
          Remove
        </RowButton>
      ),
    },
  ];
  return (
    <DataTable
      id="chat-guilds"
      label="Guilds that receive this chat"
      hasTools={false}
      rows={guildsOf(settings)}
      columns={columns}
    />
  );
}

type Guild = ReturnType<typeof guildsOf>[number];

/** Names come from the bot; without it, only the IDs are known. */
function guildsOf(settings: ChatSettings) {
  const known = new Map(settings.guilds.map((guild) => [guild.id, guild]));
  const guildIds = [...new Set(lists.flatMap(({ list }) => settings[list]))];
  return guildIds.map((guildId) => {
    const { name = guildId, icon = null } = known.get(guildId) ?? {};
    return { id: guildId, name, icon, detail: known.has(guildId) ? guildId : undefined };
  });
}

function usedLists(settings: ChatSettings, guildId: string) {
  return lists.filter(({ list }) => settings[list].includes(guildId)).map(({ list }) => ({ list, isOn: false }));
}
