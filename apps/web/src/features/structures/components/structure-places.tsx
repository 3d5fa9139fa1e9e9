import { CloseButton, Group, Title } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import { SidePanel } from '../../../components/side-panel.tsx';
import { useReturnFocus } from '../../../components/use-return-focus.ts';
import classes from './structure-places.module.css';

type Props = {
  /** Where there is no room for both. */
  view: 'map' | 'list';
  isNarrow: boolean;
  map: ReactNode;
  list: ReactNode;
  /** Of one structure. */
  details: ReactNode;
  onClose: () => void;
};

/** The map with the list beside it. Details lie over the list, so that the map stays in sight. */
export function StructurePlaces({ view, isNarrow, map, list, details, onClose }: Props) {
  const hasDetails = details !== undefined;
  if (isNarrow) {
    return (
      <SidePanel panel={hasDetails ? { title: 'Structure', content: details } : undefined} onClose={onClose}>
        <div className={classes.map} hidden={view === 'list'}>
          {map}
        </div>
        {view === 'list' ? list : null}
      </SidePanel>
    );
  }
  return (
    <div className={classes.places}>
      <div className={classes.map}>{map}</div>
      <div className={classes.pane}>
        <div className={classes.list} inert={hasDetails}>
          {list}
        </div>
        {hasDetails ? <Over onClose={onClose}>{details}</Over> : null}
      </div>
    </div>
  );
}

function Over({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  const titleId = useId();
  useReturnFocus();
  return (
    <aside className={classes.over} aria-labelledby={titleId}>
      <Group justify="space-between" wrap="nowrap" mb="md">
        <Title order={2} id={titleId}>
          Structure
        </Title>
        <CloseButton aria-label="Close" onClick={onClose} />
      </Group>
      {children}
    </aside>
  );
}
