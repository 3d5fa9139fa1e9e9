import { Checkbox, Text } from '@mantine/core';
import tableClasses from '../../../components/data-table.module.css';
import { RowButton } from '../../../components/row-button.tsx';
import { toastError } from '../../../components/toast.ts';
import { useChangeGuilds, type GuildList } from '../chat-settings.mutations.ts';
import type { ChatSettings } from '../chat-settings.queries.ts';
import classes from './chat-guild-table.module.css';

const lists: { list: GuildList; label: string }[] = [
  { list: 'loggingGuilds', label: 'Log channel' },
  { list: 'relayGuilds', label: 'Relay' },
];

type Props = { serverId: string; instigator: string | undefined; settings: ChatSettings };

/** Which guilds get the chat, and how. */
export function ChatGuildTable({ serverId, instigator, settings }: Props) {
  const change = useChangeGuilds(serverId, instigator);
  const guildIds = [...new Set(lists.flatMap(({ list }) => settings[list]))];
  if (guildIds.length === 0) return <Text c="dimmed">No guild gets this chat.</Text>;
  const apply = (guildId: string, changes: { list: GuildList; isOn: boolean }[]) =>
    change.mutate(
      changes.map(({ list, isOn }) => ({ list, isOn, guildId })),
      { onError: toastError },
    );
  return (
    <table className={`${tableClasses.table} ${classes.table}`}>
      <caption className={tableClasses.caption}>Guilds that get this chat</caption>
      <thead>
        <tr>
          <th scope="col">Guild id</th>
          {lists.map(({ list, label }) => (
            <th key={list} scope="col">
              {label}
            </th>
          ))}
          <th scope="col">Actions</th>
        </tr>
      </thead>
      <tbody>
        {guildIds.map((guildId) => (
          <tr key={guildId}>
            <th scope="row">{guildId}</th>
            {lists.map(({ list, label }) => (
              <td key={list}>
                <div className={classes.choice}>
                  <Checkbox
                    aria-label={`${label} of ${guildId}`}
                    checked={settings[list].includes(guildId)}
                    onChange={(event) => apply(guildId, [{ list, isOn: event.currentTarget.checked }])}
                  />
                  <span className={classes.phoneLabel} aria-hidden>
                    {label}
                  </span>
                </div>
              </td>
            ))}
            <td>
              <RowButton aria-label={`Remove ${guildId}`} onClick={() => apply(guildId, usedLists(settings, guildId))}>
                Remove
              </RowButton>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function usedLists(settings: ChatSettings, guildId: string) {
  return lists.filter(({ list }) => settings[list].includes(guildId)).map(({ list }) => ({ list, isOn: false }));
}
