import { PlayerLink } from '../../components/buttons/player-link.tsx';
import { RowButton } from '../../components/buttons/row-button.tsx';
import { PlainText } from '../../components/display/plain-text.tsx';
import { StatusDot } from '../../components/display/status-dot.tsx';
import { TimeAgo } from '../../components/display/time-ago.tsx';
import { DataTable } from '../../components/table/data-table.tsx';
import { SecondLine } from '../../components/table/second-line.tsx';
import type { TableColumn } from '../../components/table/table-column.ts';
import type { Tone } from '../../lib/servers/server-states.ts';
import { visibleText } from '../../lib/text/visible-text.ts';
import { useRemoveEntry, type WhitelistEntry } from './whitelist.queries.ts';
import { formatCount } from '../../lib/text/format-count.ts';

type Props = {
  entries: readonly WhitelistEntry[];
  total: number;
  /** Loads more; undefined where there is nothing more to load. */
  onNearEnd: (() => void) | undefined;
};

/** Who is on the whitelist, where, and whether the servers have confirmed it. */
export function WhitelistList({ entries, total, onNearEnd }: Props) {
  const remove = useRemoveEntry();
  const pendingId = remove.isPending ? remove.variables.id : undefined;
  return (
    <DataTable
      id="whitelist"
      label="Whitelist"
      hasTools={false}
      summary={summarize(entries.length, total)}
      rows={entries}
      columns={[...columns, removal(pendingId, (entry) => remove.mutate(entry))]}
      virtual={{ minWideWidth: 520, onNearEnd }}
    />
  );
}

function summarize(shown: number, total: number): string {
  const players = total === 1 ? '1 player' : `${formatCount(total)} players`;
  return shown < total ? `${players}, the newest ${formatCount(shown)} loaded` : `${players}, newest first`;
}

const columns: readonly TableColumn<WhitelistEntry>[] = [
  {
    key: 'name',
    label: 'Player',
    width: 'minmax(0, 1.2fr)',
    onCard: 'title',
    render: ({ playerId, name, note }) => (
      <>
        <PlayerLink playerId={playerId} name={name} isPeek />
        {note === '' ? null : (
          <SecondLine>
            <PlainText text={note} />
          </SecondLine>
        )}
      </>
    ),
  },
  {
    key: 'reach',
    label: 'May join',
    width: 'minmax(0, 1fr)',
    onCard: 'bare',
    render: ({ reach, by, createdAt }) => (
      <>
        <PlainText text={reach.name} />
        <SecondLine>
          <PlainText text={by} />, <TimeAgo at={createdAt} />
        </SecondLine>
      </>
    ),
  },
  {
    key: 'state',
    label: 'State',
    width: 'minmax(0, 1.3fr)',
    onCard: 'bare',
    render: (entry) => <EntryState entry={entry} />,
  },
];

function removal(pendingId: string | undefined, onRemove: (entry: WhitelistEntry) => void) {
  const column: TableColumn<WhitelistEntry> = {
    key: 'remove',
    label: 'Action',
    width: '88px',
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
  };
  return column;
}

const looks: Record<WhitelistEntry['open'][number]['state'], { tone: Tone; word: string }> = {
  confirmed: { tone: 'good', word: 'Confirmed' },
  sent: { tone: 'busy', word: 'Sent, not confirmed' },
  waiting: { tone: 'busy', word: 'Waiting' },
  failed: { tone: 'danger', word: 'Failed' },
};

function EntryState({ entry }: { entry: WhitelistEntry }) {
  const { serverCount, confirmedCount, open, addedAgainAt } = entry;
  const [first] = open;
  if (serverCount === 0) return <StatusDot tone="quiet" word="Not managed" />;
  if (first === undefined)
    return (
      <>
        <StatusDot tone="good" word={serverCount === 1 ? 'Confirmed' : `Confirmed on ${serverCount} servers`} />
        {addedAgainAt === null ? null : (
          <SecondLine>
            Was missing on the server, added again <TimeAgo at={addedAgainAt} />
          </SecondLine>
        )}
      </>
    );
  const text = openText(serverCount, confirmedCount, first);
  return (
    <>
      <StatusDot {...looks[first.state]} />
      {text === '' ? null : (
        <SecondLine>
          <PlainText text={text} />
        </SecondLine>
      )}
    </>
  );
}

function openText(serverCount: number, confirmedCount: number, first: WhitelistEntry['open'][number]): string {
  if (serverCount === 1) return first.detail ?? '';
  const reason = first.detail === null ? '' : `: ${first.detail}`;
  return `${confirmedCount} of ${serverCount} servers confirmed. ${first.name}${reason}`;
}
