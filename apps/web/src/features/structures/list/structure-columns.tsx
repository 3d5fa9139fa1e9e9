import { PlainText } from '../../../components/display/plain-text.tsx';
import type { GridColumn } from '../../../components/virtual-grid/virtual-grid-row.tsx';
import { formatDateTime } from '../../../lib/text/format.ts';
import { relativeTime } from '../../../lib/text/relative-time.ts';
import { coordinatesText } from '../coordinates.ts';
import type { ArkMap, StructureState } from '../structure-set.ts';
import { TribeDot } from '../tribe-dot.tsx';
import classes from './structure-list.module.css';
import type { ListedStructure } from './structure-rows.ts';
import { sortColumns, type SortKey } from './structure-sort.ts';

type Context = {
  map: ArkMap | null;
  state: StructureState;
  nowMs: number;
  isPhone: boolean;
  /** Next to the map only a few columns fit. */
  isCompact: boolean;
};
type Column = GridColumn<ListedStructure> & { key: SortKey };

const compactKeys: ReadonlySet<SortKey> = new Set(['class', 'built', 'place']);

/** A phone has room for one column with two lines. */
export function structureColumns({ map, state, nowMs, isPhone, isCompact }: Context): Column[] {
  const columns: Column[] = [
    {
      key: 'class',
      label: sortColumns.class.label,
      width: 'minmax(0, 1.3fr)',
      isSortable: true,
      render: (structure) => (
        <>
          <PlainText text={structure.title} />
          {isPhone || isCompact ? (
            <span className={classes.secondLine}>
              <TribeDot color={structure.tribeColor} name={structure.tribe} />
              {isPhone ? (
                <>
                  <span className={classes.coordinates}>{coordinatesText(map, structure.x, structure.y)}</span>
                  <Ago seconds={structure.bornAt} nowMs={nowMs} />
                </>
              ) : null}
            </span>
          ) : null}
        </>
      ),
    },
    {
      key: 'tribe',
      label: sortColumns.tribe.label,
      width: 'minmax(0, 1.2fr)',
      isSortable: true,
      isWideOnly: true,
      render: ({ tribeColor, tribe }) => <TribeDot color={tribeColor} name={tribe} />,
    },
    {
      key: 'owner',
      label: sortColumns.owner.label,
      width: 'minmax(0, 1fr)',
      isSortable: true,
      isWideOnly: true,
      render: ({ owner }) => <PlainText text={owner} />,
    },
    {
      key: 'built',
      label: sortColumns.built.label,
      width: '124px',
      isSortable: true,
      isWideOnly: true,
      render: ({ bornAt, isBuiltAtKnown }) => (
        <Ago seconds={bornAt} nowMs={nowMs} about={isBuiltAtKnown ? 'Built' : 'First seen'} />
      ),
    },
    {
      key: 'place',
      label: sortColumns.place.label,
      width: '104px',
      isSortable: true,
      isWideOnly: true,
      isNumber: true,
      render: ({ x, y }) => coordinatesText(map, x, y),
    },
    state === 'gone'
      ? {
          key: 'seen',
          label: 'Gone',
          width: '124px',
          isWideOnly: true,
          render: ({ goneAt }) => <Ago seconds={goneAt} nowMs={nowMs} />,
        }
      : {
          key: 'seen',
          label: sortColumns.seen.label,
          width: '124px',
          isSortable: true,
          isWideOnly: true,
          render: ({ seenAt }) =>
            seenAt === 0 ? <span className={classes.dimmed}>never</span> : <Ago seconds={seenAt} nowMs={nowMs} />,
        },
  ];
  return isCompact ? columns.filter(({ key }) => compactKeys.has(key)) : columns;
}

function Ago({ seconds, nowMs, about }: { seconds: number; nowMs: number; about?: string }) {
  const iso = new Date(seconds * 1000).toISOString();
  const exact = formatDateTime(iso);
  return (
    <time dateTime={iso} title={about === undefined ? exact : `${about} ${exact}`}>
      {relativeTime(seconds * 1000, nowMs)}
    </time>
  );
}
