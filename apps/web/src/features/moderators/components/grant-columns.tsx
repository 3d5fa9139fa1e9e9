import { Group } from '@mantine/core';
import { RowButton } from '../../../components/buttons/row-button.tsx';
import { PlainText } from '../../../components/display/plain-text.tsx';
import type { TableColumn } from '../../../components/table/table-column.ts';
import type { Moderator, RoleRule } from '../moderators.queries.ts';
import { describePowers } from '../power-words.ts';

type Grant = Pick<Moderator | RoleRule, 'id' | 'powers' | 'maxBanDays' | 'reach'>;

type Actions<Row> = {
  /** What a row is called on its buttons; undefined for one that can't be changed here. */
  nameOf: (row: Row) => string | undefined;
  onEdit: (row: Row) => void;
  onRemove: (row: Row) => void;
};

/** What someone may do and where, with buttons to change it. */
export function grantColumns<Row extends Grant>({ nameOf, onEdit, onRemove }: Actions<Row>): TableColumn<Row>[] {
  return [
    { key: 'powers', label: 'May', width: 'auto', render: describePowers },
    {
      key: 'reach',
      label: 'Where',
      width: 'auto',
      value: ({ reach }) => reach.name,
      render: ({ reach }) => (reach.type === 'all' ? 'All servers' : <PlainText text={reach.name} />),
    },
    {
      key: 'actions',
      label: 'Actions',
      width: 'auto',
      onCard: 'end',
      render: (row) => {
        const name = nameOf(row);
        return name === undefined ? null : (
          <Group gap="xs" wrap="nowrap">
            <RowButton aria-label={`Edit ${name}`} onClick={() => onEdit(row)}>
              Edit
            </RowButton>
            <RowButton aria-label={`Remove ${name}`} onClick={() => onRemove(row)}>
              Remove
            </RowButton>
          </Group>
        );
      },
    },
  ];
}
