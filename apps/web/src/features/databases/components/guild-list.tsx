import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconLabel } from '../../../components/display/icon-label.tsx';
import { SearchField } from '../../../components/forms/search-field.tsx';
import type { GridColumn } from '../../../components/virtual-grid/virtual-grid-row.tsx';
import { VirtualGrid } from '../../../components/virtual-grid/virtual-grid.tsx';
import { knownGuildsQuery } from '../databases.queries.ts';
import { findGuilds, wholeFile, type GuildRow } from '../guild-rows.ts';
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

/** The parts of a database to choose from, and the whole. */
export function GuildList({ guilds, guildId, search, onSearch, onChoose }: Props) {
  const { data: known = [] } = useQuery(knownGuildsQuery);
  const rows = findGuilds(guilds, known, search);
  return (
    <Stack gap="sm">
      <SearchField label="Search guilds" value={search} onSearch={onSearch} />
      <div className={classes.place}>
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
  const total = all === 1 ? '1 guild' : `${all.toLocaleString()} guilds`;
  return found === all ? total : `${found.toLocaleString()} of ${total}`;
}
