import { Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { PageSection } from '../../../components/layout/page-section.tsx';
import type { GridColumn } from '../../../components/virtual-grid/virtual-grid-row.tsx';
import { VirtualGrid } from '../../../components/virtual-grid/virtual-grid.tsx';
import { TimeAgo } from '../../../components/display/time-ago.tsx';
import type { StructureSet } from '../structure-set.ts';
import { tribeGroups, type TribeGroup } from '../tribe-groups.ts';
import classes from './structure-left-behind.module.css';
import { TribeDot } from './tribe-dot.tsx';

type Props = { set: StructureSet; onTribe: (tribeId: string) => void };

/** Who left how much, and since when; each leads to its tribe. */
export function StructureLeftBehind({ set, onTribe }: Props) {
  const isPhone = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false });
  const groups = tribeGroups(set);
  return (
    <PageSection title="Left behind, by tribe">
      {groups.length === 0 ? (
        <Text c="dimmed">Nobody has been away for that long.</Text>
      ) : (
        <div className={classes.place}>
          <VirtualGrid
            label="Tribes that left structures behind"
            rows={groups}
            columns={columns}
            rowHeight={isPhone ? 44 : 36}
            onChoose={({ id }) => onTribe(id)}
          />
        </div>
      )}
    </PageSection>
  );
}

const columns: GridColumn<TribeGroup>[] = [
  {
    key: 'tribe',
    label: 'Tribe',
    width: 'minmax(0, 1fr)',
    render: ({ color, name }) => <TribeDot color={color} name={name} />,
  },
  {
    key: 'active',
    label: 'Last active',
    width: '128px',
    render: ({ lastActiveAt }) =>
      lastActiveAt === 0 ? (
        <span className={classes.dimmed}>never seen</span>
      ) : (
        <TimeAgo at={new Date(lastActiveAt * 1000).toISOString()} />
      ),
  },
  {
    key: 'count',
    label: 'Structures',
    width: '100px',
    isNumber: true,
    render: ({ count }) => count.toLocaleString(),
  },
];
