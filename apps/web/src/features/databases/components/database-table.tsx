import { PlainText } from '../../../components/display/plain-text.tsx';
import { TimeAgo } from '../../../components/display/time-ago.tsx';
import { DataTable } from '../../../components/table/data-table.tsx';
import type { TableColumn } from '../../../components/table/table-column.ts';
import { useUrlSort } from '../../../components/table/use-url-sort.ts';
import { TextLink } from '../../../components/buttons/text-link.tsx';
import { addressOf } from '../database-address.ts';
import type { Database } from '../databases.queries.ts';
import { sizeColumn } from './size-column.ts';

type Row = Database & { id: string };

export function DatabaseTable({ databases }: { databases: readonly Database[] }) {
  const sorting = useUrlSort(columns, undefined);
  return (
    <DataTable
      id="databases"
      label="Databases"
      rows={databases.map((database) => ({ ...database, id: database.file }))}
      columns={columns}
      sorting={sorting}
    />
  );
}

const columns: readonly TableColumn<Row>[] = [
  {
    key: 'name',
    label: 'Name',
    width: 'auto',
    onCard: 'title',
    value: ({ file }) => file,
    render: ({ file }) => (
      <TextLink to="/databases/$file/$" params={addressOf(file)}>
        <PlainText text={file} />
      </TextLink>
    ),
  },
  {
    key: 'content',
    label: 'Content',
    width: 'auto',
    onCard: 'bare',
    isOptional: true,
    value: ({ isScoped }) => contentOf(isScoped),
    render: ({ isScoped }) => contentOf(isScoped),
  },
  sizeColumn,
  {
    key: 'changed',
    label: 'Changed',
    width: 'auto',
    isOptional: true,
    firstOrder: 'desc',
    value: ({ changedAt }) => changedAt,
    render: ({ changedAt }) => <TimeAgo at={changedAt} />,
  },
];

function contentOf(isScoped: boolean | null): string {
  if (isScoped === null) return 'Not JSON';
  return isScoped ? 'One part per guild' : 'Single document';
}
