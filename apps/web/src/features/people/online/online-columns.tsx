import { PlayerLink } from '../../../components/buttons/player-link.tsx';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { TribeName } from '../../../components/people/tribe-name.tsx';
import type { TableColumn } from '../../../components/table/table-column.ts';
import { formatDateTime, formatDuration } from '../../../lib/text/format.ts';
import { useNow } from '../../../lib/text/relative-time.ts';
import type { OnlinePerson } from '../people.queries.ts';
import { titleOnHover } from '../../../lib/browser/title-on-hover.ts';

/** Someone can be on two servers for a moment. */
export type OnlineRow = { id: string; person: OnlinePerson };

export const onlineColumns: readonly TableColumn<OnlineRow>[] = [
  {
    key: 'name',
    label: 'Name',
    width: 'minmax(0, 1.2fr)',
    onCard: 'title',
    value: ({ person }) => person.name,
    render: ({ person }) => <PlayerLink playerId={person.id} name={person.name} hasFace />,
  },
  {
    key: 'survivor',
    label: 'Survivor',
    width: 'minmax(0, 1fr)',
    isOptional: true,
    onCard: 'hidden',
    value: ({ person }) => person.survivor,
    render: ({ person }) => text(person.survivor),
  },
  {
    key: 'server',
    label: 'Server',
    width: 'minmax(0, 1fr)',
    isOptional: true,
    onCard: 'bare',
    value: ({ person }) => person.server.name,
    render: ({ person }) => text(person.server.name),
  },
  {
    key: 'tribe',
    label: 'Tribe',
    width: 'minmax(0, 1fr)',
    isOptional: true,
    onCard: 'hidden',
    value: ({ person }) => person.tribe,
    render: ({ person: { tribe } }) => (tribe === null ? '' : <TribeName name={tribe} />),
  },
  {
    key: 'level',
    label: 'Level',
    width: '80px',
    isOptional: true,
    isNumber: true,
    firstOrder: 'desc',
    value: ({ person }) => person.level,
    render: ({ person }) => person.level ?? '',
  },
  {
    key: 'time',
    label: 'Online for',
    width: '136px',
    isOptional: true,
    isNumber: true,
    firstOrder: 'desc',
    // The longest online joined first.
    value: ({ person }) => -Date.parse(person.joinedAt),
    csv: ({ person }) => person.joinedAt,
    render: ({ person }) => <OnlineFor since={person.joinedAt} />,
  },
];

function OnlineFor({ since }: { since: string }) {
  const nowMs = useNow();
  return (
    <time dateTime={since} {...titleOnHover(() => `Since ${formatDateTime(since)}`)}>
      {formatDuration(nowMs - Date.parse(since))}
    </time>
  );
}

function text(value: string | null) {
  return value === null ? '' : <PlainText text={value} />;
}
