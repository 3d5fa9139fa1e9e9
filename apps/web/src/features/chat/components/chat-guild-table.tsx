import { Checkbox, Text } from '@mantine/core';
import tableClasses from '../../../components/display/data-table.module.css';
import { IconLabel } from '../../../components/display/icon-label.tsx';
import { RowButton } from '../../../components/buttons/row-button.tsx';
import { toastError } from '../../../components/notices/toast.tsx';
import { useChangeGuilds, type GuildList } from '../chat-settings.mutations.ts';
import type { ChatSettings } from '../chat-settings.queries.ts';
import classes from './chat-guild-table.module.css';

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
  return (
    <table className={`${tableClasses.table} ${classes.table}`}>
      <caption className={tableClasses.caption}>Guilds that receive this chat</caption>
      <thead>
        <tr>
          <th scope="col">Guild</th>
          {lists.map(({ list, label }) => (
            <th key={list} scope="col">
              {label}
            </th>
          ))}
          <th scope="col">Actions</th>
        </tr>
      </thead>
      <tbody>
        {guildsOf(settings).map(({ guildId, name, icon, detail }) => (
          <tr key={guildId}>
            <th scope="row">
              <IconLabel name={name} icon={icon} detail={detail} />
            </th>
            {lists.map(({ list, label }) => (
              <td key={list}>
                <div className={classes.choice}>
                  <Checkbox
                    aria-label={`${label} of ${name}`}
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
              <RowButton aria-label={`Remove ${name}`} onClick={() => apply(guildId, usedLists(settings, guildId))}>
                Remove
              </RowButton>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Names come from the bot; without it, only the IDs are known. */
function guildsOf(settings: ChatSettings) {
  const known = new Map(settings.guilds.map((guild) => [guild.id, guild]));
  const guildIds = [...new Set(lists.flatMap(({ list }) => settings[list]))];
  return guildIds.map((guildId) => {
    const { name = guildId, icon = null } = known.get(guildId) ?? {};
    return { guildId, name, icon, detail: known.has(guildId) ? guildId : undefined };
  });
}

function usedLists(settings: ChatSettings, guildId: string) {
  return lists.filter(({ list }) => settings[list].includes(guildId)).map(({ list }) => ({ list, isOn: false }));
}
