import { Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useState, type ReactNode } from 'react';
import { DialogHold } from './dialog-hold.ts';
import classes from './picker-overlay.module.css';
import { useReturnFocus } from './use-return-focus.ts';

type Props = { title: string; onClose: () => void; children: ReactNode };

/** 900 by 800, or full screen where that does not fit. */
export function PickerOverlay({ title, onClose, children }: Props) {
  const isNarrow = useMediaQuery('(max-width: 62em)', undefined, { getInitialValueInEffect: false });
  const [isHeld, setIsHeld] = useState(false);
  useReturnFocus();
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size={900}
      fullScreen={isNarrow}
      closeOnEscape={!isHeld}
      closeOnClickOutside={!isHeld}
      classNames={{ content: classes.content ?? '', body: classes.body ?? '' }}
      closeButtonProps={{ 'aria-label': 'Close', size: 44, iconSize: 18 }}
    >
      <DialogHold value={setIsHeld}>{children}</DialogHold>
    </Modal>
  );
}
