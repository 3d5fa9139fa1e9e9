import { Text } from '@mantine/core';
import { TimeAgo } from '../../../components/display/time-ago.tsx';
import { PageSection } from '../../../components/layout/page-section.tsx';
import { DataTable } from '../../../components/table/data-table.tsx';
import type { TableColumn } from '../../../components/table/table-column.ts';
import type { StructureSet } from '../structure-set.ts';
import { TribeDot } from '../tribe-dot.tsx';
import { formatCount } from '../../../lib/text/format-count.ts';
import classes from './abandoned-tribes.module.css';

type Props = { set: StructureSet; onTribe: (tribeId: string) => void };

/** Tribes with abandoned structures; a row opens the tribe. */
export function AbandonedTribes({ set, onTribe }: Props) {
  const groups = tribeGroups(set);
  return (
    <PageSection title="Abandoned, by tribe">
      {groups.length === 0 ? (
        <Text c="dimmed">No tribe has been inactive for that long.</Text>
      ) : (
        <DataTable
          id="abandoned-tribes"
          label="Tribes with abandoned structures"
          rows={groups}
          columns={columns}
          size="strip"
          onChoose={({ id }) => onTribe(id)}
        />
      )}
    </PageSection>
  );
}

const columns: TableColumn<TribeGroup>[] = [
  {
    key: 'tribe',
    label: 'Tribe',
    width: 'minmax(0, 1fr)',
    onCard: 'title',
    value: ({ name }) => name,
    render: ({ color, name }) => <TribeDot color={color} name={name} />,
  },
  {
    key: 'active',
    label: 'Last active',
    width: '128px',
    // Who was never seen has been away longest.
    value: ({ lastActiveAt }) => lastActiveAt,
    csv: ({ lastActiveAt }) => (lastActiveAt === 0 ? null : isoTime(lastActiveAt)),
    render: ({ lastActiveAt }) =>
      lastActiveAt === 0 ? <span className={classes.dimmed}>never seen</span> : <TimeAgo at={isoTime(lastActiveAt)} />,
  },
  {
    key: 'count',
    label: 'Structures',
    width: '100px',
    isNumber: true,
    firstOrder: 'desc',
    value: ({ count }) => count,
    render: ({ count }) => formatCount(count),
  },
];

type TribeGroup = {
  id: string;
  name: string;
  color: string;
  /** In seconds; 0 if no member was ever seen. */
  lastActiveAt: number;
  count: number;
};

function isoTime(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}

/** The owners of these structures, largest first. */
function tribeGroups({ points, rows, tribeColors }: StructureSet): TribeGroup[] {
  const counts = new Uint32Array(points.tribes.length);
  for (const row of rows) {
    const tribe = points.columns.tribe[row] ?? 0;
    counts[tribe] = (counts[tribe] ?? 0) + 1;
  }
  return points.tribes
    .map(({ id, name, lastActiveAt }, index) => ({
      id: String(id),
      name,
      color: tribeColors[index] ?? 'currentColor',
      lastActiveAt,
      count: counts[index] ?? 0,
    }))
    .filter(({ count }) => count > 0)
    .toSorted((one, other) => other.count - one.count);
}
