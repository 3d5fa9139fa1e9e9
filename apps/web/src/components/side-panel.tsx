import { CloseButton, Drawer, Group, Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useId, type ReactNode } from 'react';
import classes from './side-panel.module.css';

type Props = {
  /** Details of one thing of the content; nothing when there are none. */
  panel: { title: string; content: ReactNode } | undefined;
  onClose: () => void;
  children: ReactNode;
};

/** Content with a panel beside it on wide screens, over it on narrow ones. */
export function SidePanel({ panel, onClose, children }: Props) {
  const isNarrow = useMediaQuery('(max-width: 62em)', undefined, { getInitialValueInEffect: false });
  const titleId = useId();
  return (
    <div className={classes.layout} data-split={panel !== undefined && !isNarrow}>
      <div className={classes.content}>{children}</div>
      {panel === undefined || isNarrow ? null : (
        <aside className={classes.panel} aria-labelledby={titleId}>
          <Group justify="space-between" wrap="nowrap" align="start" mb="md">
            <Title order={2} id={titleId}>
              {panel.title}
            </Title>
            <CloseButton aria-label="Close" onClick={onClose} />
          </Group>
          {panel.content}
        </aside>
      )}
      {isNarrow ? (
        <Drawer
          opened={panel !== undefined}
          onClose={onClose}
          position="right"
          size="100%"
          title={panel?.title}
          closeButtonProps={{ 'aria-label': 'Close', size: 44, iconSize: 18 }}
        >
          {panel?.content}
        </Drawer>
      ) : null}
    </div>
  );
}
