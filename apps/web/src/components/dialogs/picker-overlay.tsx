import { Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';
import classes from './picker-overlay.module.css';
import { useReturnFocus } from './use-return-focus.ts';

type Props = { title: string; onClose: () => void; children: ReactNode };

/** 900 by 800, or full screen where that does not fit. */
export function PickerOverlay({ title, onClose, children }: Props) {
  const isNarrow = useMediaQuery('(max-width: 62em)', undefined, { getInitialValueInEffect: false });
  useReturnFocus();
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size={900}
      fullScreen={isNarrow}
      classNames={{ content: classes.content ?? '', body: classes.body ?? '' }}
      closeButtonProps={{ 'aria-label': 'Close', size: 44, iconSize: 18 }}
    >
      {children}
    </Modal>
  );
}
