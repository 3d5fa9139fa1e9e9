import { useQuery } from '@tanstack/react-query';
import { IconLabel } from '../../../components/display/icon-label.tsx';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { TimeAgo } from '../../../components/display/time-ago.tsx';
import { DataTable } from '../../../components/table/data-table.tsx';
import type { TableColumn } from '../../../components/table/table-column.ts';
import { RowButton } from '../../../components/buttons/row-button.tsx';
import { formatDateTime } from '../../../lib/text/format.ts';
import { knownGuildsQuery, type DatabaseVersion } from '../databases.queries.ts';
import { sizeColumn } from './size-column.ts';

const kindNames: Record<DatabaseVersion['kind'], string> = {
  saved: 'Saved',
  restored: 'Restored',
  found: 'Found in the folder',
};

type Props = {
  versions: readonly DatabaseVersion[];
  onView: (version: DatabaseVersion) => void;
  onRestore: (version: DatabaseVersion) => void;
};

export function VersionTable({ versions, onView, onRestore }: Props) {
  const buttons: TableColumn<DatabaseVersion> = {
    key: 'actions',
    label: 'Actions',
    width: 'auto',
    onCard: 'end',
    render: (version) => <VersionButtons version={version} onView={onView} onRestore={onRestore} />,
  };
  return (
    <DataTable id="database-versions" label="Versions, newest first" rows={versions} columns={[...columns, buttons]} />
  );
}

const columns: readonly TableColumn<DatabaseVersion>[] = [
  {
    key: 'time',
    label: 'Time',
    width: 'auto',
    onCard: 'title',
    firstOrder: 'desc',
    value: ({ at }) => at,
    render: ({ at, isCurrent }) => (
      <>
        <TimeAgo at={at} />
        {isCurrent ? ' (current)' : ''}
      </>
    ),
  },
  {
    key: 'who',
    label: 'Who',
    width: 'auto',
    onCard: 'bare',
    isOptional: true,
    value: ({ by }) => by,
    render: ({ by }) => (by === null ? 'Unknown' : <PlainText text={by} />),
  },
  {
    key: 'how',
    label: 'How',
    width: 'auto',
    onCard: 'bare',
    isOptional: true,
    value: ({ kind }) => kindNames[kind],
    render: ({ kind }) => kindNames[kind],
  },
  {
    key: 'scope',
    label: 'Scope',
    width: 'auto',
    onCard: 'bare',
    isOptional: true,
    value: ({ guildId }) => guildId ?? 'Whole file',
    render: ({ guildId }) => (guildId === null ? 'Whole file' : <GuildLabel id={guildId} />),
  },
  sizeColumn,
];

function GuildLabel({ id }: { id: string }) {
  const { data: known } = useQuery(knownGuildsQuery);
  const guild = known?.find((one) => one.id === id);
  return guild ? <IconLabel name={guild.name} icon={guild.icon} detail={id} /> : `Guild ${id}`;
}

type ButtonProps = Pick<Props, 'onView' | 'onRestore'> & { version: DatabaseVersion };

function VersionButtons({ version, onView, onRestore }: ButtonProps) {
  const time = formatDateTime(version.at);
  return (
    <>
      <RowButton aria-label={`View the version of ${time}`} onClick={() => onView(version)}>
        View
      </RowButton>{' '}
      {version.isCurrent ? null : (
        <RowButton aria-label={`Restore the version of ${time}`} onClick={() => onRestore(version)}>
          Restore
        </RowButton>
      )}
    </>
  );
}
