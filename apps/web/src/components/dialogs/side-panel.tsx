import { CloseButton, Drawer, Group, Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useId, type ReactNode } from 'react';
import { onEscape } from './on-escape.ts';
import classes from './side-panel.module.css';
import { useReturnFocus } from './use-return-focus.ts';

type Props = {
  /** Details of one item of the content; undefined while none is selected. */
  panel: { title: string; content: ReactNode } | undefined;
  onClose: () => void;
  children: ReactNode;
};

/** Content with a panel beside it on wide screens, over it on narrow ones. */
export function SidePanel({ panel, onClose, children }: Props) {
  const isNarrow = useMediaQuery('(max-width: 62em)', undefined, { getInitialValueInEffect: false });
  return (
    <div className={classes.layout} data-split={panel !== undefined && !isNarrow}>
      <div className={classes.content}>{children}</div>
      {panel === undefined || isNarrow ? null : (
        <Aside title={panel.title} onClose={onClose}>
          {panel.content}
        </Aside>
      )}
      {isNarrow ? (
        <Drawer
          opened={panel !== undefined}
          onClose={onClose}
          closeOnEscape={false}
          onKeyDown={onEscape(onClose)}
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

type AsideProps = { title: string; onClose: () => void; children: ReactNode };

function Aside({ title, onClose, children }: AsideProps) {
  const titleId = useId();
  useReturnFocus();
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes it
    <aside className={classes.panel} aria-labelledby={titleId} onKeyDown={onEscape(onClose)}>
      <Group justify="space-between" wrap="nowrap" align="start" mb="md">
        <Title order={2} id={titleId}>
          {title}
        </Title>
        <CloseButton aria-label="Close" onClick={onClose} />
      </Group>
      {children}
    </aside>
  );
}
