import { Text } from '@mantine/core';
import { PlayerLink } from '../../../components/buttons/player-link.tsx';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { StatusDot } from '../../../components/display/status-dot.tsx';
import { TimeAgo } from '../../../components/display/time-ago.tsx';
import type { TableColumn } from '../../../components/table/table-column.ts';
import { kindWords, progressText, sourceWords, stateLook } from '../sanction-words.ts';
import type { ListedSanction } from '../sanctions.queries.ts';
import { SanctionEnd } from './sanction-end.tsx';

type Column = TableColumn<ListedSanction>;

const player: Column = {
  key: 'player',
  label: 'Player',
  width: 'minmax(96px, 1.3fr)',
  onCard: 'title',
  csv: ({ name }) => name,
  render: ({ playerId, name }) => <PlayerLink playerId={playerId} name={name} isPeek />,
};

const kind: Column = {
  key: 'kind',
  label: 'Kind',
  width: '84px',
  onCard: 'bare',
  csv: ({ kind: name }) => kindWords[name].noun,
  render: ({ kind: name }) => kindWords[name].noun,
};

const others: readonly Column[] = [
  {
    key: 'state',
    label: 'State',
    width: '116px',
    onCard: 'bare',
    isFitting: true,
    csv: (sanction) => stateLook(sanction).word,
    render: (sanction) => <StatusDot {...stateLook(sanction)} />,
  },
  {
    key: 'reason',
    label: 'Reason',
    width: 'minmax(80px, 1.6fr)',
    isOptional: true,
    onCard: 'bare',
    csv: ({ reason }) => reason,
    render: ({ reason, source }) =>
      reason === '' && source === 'found' ? (
        <Text span c="dimmed" inherit>
          {sourceWords.found}
        </Text>
      ) : (
        <PlainText text={reason} />
      ),
  },
  {
    key: 'reach',
    label: 'Where',
    width: 'minmax(80px, 0.9fr)',
    isOptional: true,
    onCard: 'bare',
    csv: ({ reach }) => reach.name,
    render: ({ reach }) => <PlainText text={reach.name} />,
  },
  {
    key: 'servers',
    label: 'Servers',
    width: 'minmax(120px, 1.4fr)',
    isOptional: true,
    onCard: 'hidden',
    csv: progressText,
    render: progressText,
  },
  {
    key: 'by',
    label: 'By',
    width: 'minmax(64px, 0.6fr)',
    isOptional: true,
    onCard: 'hidden',
    csv: ({ by }) => by,
    render: ({ by }) => <PlainText text={by} />,
  },
  {
    key: 'since',
    label: 'Since',
    width: '112px',
    isOptional: true,
    onCard: 'bare',
    isFitting: true,
    csv: ({ createdAt }) => createdAt,
    render: ({ createdAt }) => <TimeAgo at={createdAt} />,
  },
  {
    key: 'ends',
    label: 'Ends',
    width: '112px',
    isOptional: true,
    onCard: 'hidden',
    csv: ({ endsAt }) => endsAt,
    render: (sanction) => <SanctionEnd sanction={sanction} />,
  },
];

/** Narrower, the columns would cut most names and reasons. */
export const sanctionsMinWidth = 900;

/** Of a list of one kind of sanction. */
export const columnsOfKind: readonly Column[] = [player, ...others];
/** Of a list of all kinds. A card has space for the kind or the reason. */
export const columnsOfAll: readonly Column[] = [player, kind, ...others.map(withoutReason)];
/** On the page of the player. */
export const columnsOfPlayer: readonly Column[] = [{ ...kind, onCard: 'title' }, ...others];

function withoutReason(column: Column): Column {
  return column.key === 'reason' ? { ...column, onCard: 'hidden' } : column;
}
