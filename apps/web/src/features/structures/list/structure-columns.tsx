import { PlainText } from '../../../components/display/plain-text.tsx';
import type { TableColumn } from '../../../components/table/table-column.ts';
import { formatDateTime } from '../../../lib/text/format.ts';
import { relativeTime } from '../../../lib/text/relative-time.ts';
import { coordinatesText } from '../coordinates.ts';
import type { ArkMap, StructureState } from '../structure-set.ts';
import { TribeDot } from '../tribe-dot.tsx';
import classes from './structure-list.module.css';
import type { ListedStructure } from './structure-rows.ts';
import { sortColumns, type SortKey } from './structure-sort.ts';
import { titleOnHover } from '../../../lib/browser/title-on-hover.ts';

type Context = { map: ArkMap | null; state: StructureState; nowMs: number };
type Column = TableColumn<ListedStructure> & { key: SortKey };

/** The rows come sorted, so values only say which columns sort. */
export function structureColumns({ map, state, nowMs }: Context): Column[] {
  return [
    {
      key: 'class',
      ...sortColumns.class,
      width: 'minmax(0, 1.3fr)',
      onCard: 'title',
      value: ({ title }) => title,
      render: ({ title }) => <PlainText text={title} />,
    },
    {
      key: 'tribe',
      ...sortColumns.tribe,
      width: 'minmax(0, 1.2fr)',
      onCard: 'bare',
      isOptional: true,
      value: ({ tribe }) => tribe,
      render: ({ tribeColor, tribe }) => <TribeDot color={tribeColor} name={tribe} />,
    },
    {
      key: 'owner',
      ...sortColumns.owner,
      width: 'minmax(0, 1fr)',
      onCard: 'hidden',
      isOptional: true,
      value: ({ owner }) => owner,
      render: ({ owner }) => <PlainText text={owner} />,
    },
    {
      key: 'built',
      ...sortColumns.built,
      width: '124px',
      onCard: 'bare',
      isOptional: true,
      value: ({ bornAt }) => bornAt,
      render: ({ bornAt, isBuiltAtKnown }) => (
        <Ago seconds={bornAt} nowMs={nowMs} about={isBuiltAtKnown ? 'Built' : 'First seen'} />
      ),
    },
    {
      key: 'place',
      ...sortColumns.place,
      width: '104px',
      onCard: 'bare',
      isNumber: true,
      isOptional: true,
      value: ({ y }) => y,
      render: ({ x, y }) => coordinatesText(map, x, y),
    },
    state === 'gone'
      ? {
          key: 'seen',
          label: 'Gone',
          width: '124px',
          onCard: 'hidden',
          isOptional: true,
          render: ({ goneAt }) => <Ago seconds={goneAt} nowMs={nowMs} />,
        }
      : {
          key: 'seen',
          ...sortColumns.seen,
          width: '124px',
          onCard: 'hidden',
          isOptional: true,
          value: ({ seenAt }) => seenAt,
          render: ({ seenAt }) =>
            seenAt === 0 ? <span className={classes.dimmed}>never</span> : <Ago seconds={seenAt} nowMs={nowMs} />,
        },
  ];
}

function Ago({ seconds, nowMs, about }: { seconds: number; nowMs: number; about?: string }) {
  const iso = new Date(seconds * 1000).toISOString();
  return (
    <time dateTime={iso} {...titleOnHover(() => [about, formatDateTime(iso)].join(' ').trim())}>
      {relativeTime(seconds * 1000, nowMs)}
    </time>
  );
}
