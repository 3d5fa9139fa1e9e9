import { Text } from '@mantine/core';
import { PlayerLink } from '../../components/buttons/player-link.tsx';
import { RowButton } from '../../components/buttons/row-button.tsx';
import { PlainText } from '../../components/display/plain-text.tsx';
import { StatusDot } from '../../components/display/status-dot.tsx';
import { DataTable } from '../../components/table/data-table.tsx';
import type { TableColumn } from '../../components/table/table-column.ts';
import type { Tone } from '../../lib/servers/server-states.ts';
import { visibleText } from '../../lib/text/visible-text.ts';
import { useRemoveEntry, type WhitelistEntry } from './whitelist.queries.ts';

type Props = { entries: readonly WhitelistEntry[]; total: number };

/** Who is on the whitelist, where, and whether the servers have confirmed it. */
export function WhitelistList({ entries, total }: Props) {
  const remove = useRemoveEntry();
  const pendingId = remove.isPending ? remove.variables.id : undefined;
  return (
    <DataTable
      id="whitelist"
      label="Whitelist"
      hasTools={false}
      {...(entries.length < total && { summary: `The latest ${entries.length} of ${total.toLocaleString()}` })}
      rows={entries}
      columns={columnsFor(pendingId, (entry) => remove.mutate(entry))}
    />
  );
}

function columnsFor(
  pendingId: string | undefined,
  onRemove: (entry: WhitelistEntry) => void,
): TableColumn<WhitelistEntry>[] {
  return [
    {
      key: 'name',
      label: 'Player',
      width: 'minmax(0, 1fr)',
      onCard: 'title',
      render: ({ playerId, name }) => <PlayerLink playerId={playerId} name={name} isPeek />,
    },
    {
      key: 'reach',
      label: 'May join',
      width: 'minmax(0, 1fr)',
      render: ({ reach }) => <PlainText text={reach.name} />,
    },
    { key: 'state', label: 'State', width: 'minmax(0, 1fr)', render: (entry) => <EntryState entry={entry} /> },
    {
      key: 'remove',
      label: 'Action',
      width: '96px',
      onCard: 'end',
      render: (entry) => (
        <RowButton
          aria-label={`Remove ${visibleText(entry.name)} from the whitelist`}
          disabled={entry.id === pendingId}
          onClick={() => onRemove(entry)}
        >
          Remove
        </RowButton>
      ),
    },
  ];
}

const looks: Record<WhitelistEntry['open'][number]['state'], { tone: Tone; word: string }> = {
  confirmed: { tone: 'good', word: 'Confirmed' },
  sent: { tone: 'busy', word: 'Sent, not confirmed' },
  waiting: { tone: 'busy', word: 'Waiting' },
  failed: { tone: 'danger', word: 'Failed' },
};

function EntryState({ entry: { serverCount, confirmedCount, open } }: { entry: WhitelistEntry }) {
  const [first] = open;
  if (serverCount === 0) return <StatusDot tone="quiet" word="Not managed" />;
  if (first === undefined) return <StatusDot tone="good" word="Confirmed" />;
  const reason = first.detail === null ? '' : `: ${first.detail}`;
  return (
    <>
      <StatusDot {...looks[first.state]} />
      <Text size="sm" c="dimmed">
        {serverCount === 1 ? null : `${confirmedCount} of ${serverCount} servers confirmed. `}
        {serverCount === 1 && reason === '' ? null : (
          <PlainText text={serverCount === 1 ? (first.detail ?? '') : `${first.name}${reason}`} />
        )}
      </Text>
    </>
  );
}
