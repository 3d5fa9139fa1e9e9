import type { ReplyInput } from '@tribehall/contract';
import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconLabel } from '../../../components/display/icon-label.tsx';
import { SearchField } from '../../../components/forms/search-field.tsx';
import type { GridColumn } from '../../../components/virtual-grid/virtual-grid-row.tsx';
import { VirtualGrid } from '../../../components/virtual-grid/virtual-grid.tsx';
import { knownGuildsQuery } from '../databases.queries.ts';
import { formatCount } from '../../../lib/text/format-count.ts';
import classes from './guild-list.module.css';

const rowHeight = 46;

const renderGuild = ({ id, name, icon, isKnown }: GuildRow) =>
  isKnown ? <IconLabel name={name} icon={icon} detail={id} /> : name;

const columns: GridColumn<GuildRow>[] = [{ key: 'name', label: 'Guild', width: 'minmax(0, 1fr)', render: renderGuild }];

type Props = {
  guilds: readonly string[];
  guildId: string | undefined;
  search: string;
  onSearch: (search: string) => void;
  onChoose: (guildId: string | undefined) => void;
};

/** Chooses a guild's part of a database, or the whole file. */
export function GuildList({ guilds, guildId, search, onSearch, onChoose }: Props) {
  const { data: known = [] } = useQuery(knownGuildsQuery);
  const rows = findGuilds(guilds, known, search);
  return (
    <Stack gap="sm">
      <SearchField label="Search guilds" value={search} onSearch={onSearch} />
      <div className={classes.container}>
        <VirtualGrid
          label="Guilds"
          rows={rows}
          columns={columns}
          rowHeight={rowHeight}
          currentId={guildId ?? wholeFile.id}
          onChoose={({ id }) => onChoose(id === wholeFile.id ? undefined : id)}
        />
      </div>
      <Text size="sm" c="dimmed" role="status">
        {countText(rows.length - 1, guilds.length)}
      </Text>
    </Stack>
  );
}

function countText(found: number, all: number): string {
  const total = all === 1 ? '1 guild' : `${formatCount(all)} guilds`;
  return found === all ? total : `${formatCount(found)} of ${total}`;
}

type KnownGuild = ReplyInput<'GET /discord/guilds'>[number];

/** Guilds the bot does not know have no name or icon. */
type GuildRow = { id: string; name: string; icon: string | null; isKnown: boolean };

/** Always listed first, whatever the search. */
const wholeFile: GuildRow = { id: 'whole', name: 'Whole file', icon: null, isKnown: false };

function findGuilds(guilds: readonly string[], known: readonly KnownGuild[], search: string): GuildRow[] {
  const needle = search.trim().toLowerCase();
  const byId = new Map(known.map((guild) => [guild.id, guild]));
  const rows = guilds.map((id) => {
    const { name = id, icon = null } = byId.get(id) ?? {};
    return { id, name, icon, isKnown: byId.has(id) };
  });
  return [wholeFile, ...rows.filter(({ id, name }) => `${name} ${id}`.toLowerCase().includes(needle))];
}
