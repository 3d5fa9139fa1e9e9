import { CloseButton, Group, Title } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import { onEscape } from '../../components/dialogs/on-escape.ts';
import { SidePanel } from '../../components/dialogs/side-panel.tsx';
import { useReturnFocus } from '../../components/dialogs/use-return-focus.ts';
import classes from './structure-layout.module.css';

type Props = {
  /** Which one to show if there is no room for both. */
  view: 'map' | 'list';
  isNarrow: boolean;
  map: ReactNode;
  list: ReactNode;
  /** Of the chosen structure, if any. */
  details: ReactNode;
  onClose: () => void;
};

/** The map next to the list. Details open below the list, so that the list stays visible. */
export function StructureLayout({ view, isNarrow, map, list, details, onClose }: Props) {
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
    <div className={classes.layout}>
      <div className={classes.map}>{map}</div>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Escape in the list or in the details */}
      <div className={classes.pane} data-details={hasDetails} onKeyDown={hasDetails ? onEscape(onClose) : undefined}>
        <div className={classes.list}>{list}</div>
        {hasDetails ? <DetailsPane onClose={onClose}>{details}</DetailsPane> : null}
      </div>
    </div>
  );
}

function DetailsPane({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  const titleId = useId();
  useReturnFocus();
  return (
    <aside className={classes.details} aria-labelledby={titleId}>
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
