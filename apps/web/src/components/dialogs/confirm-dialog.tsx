import { Button, Group, Modal, Stack } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useEffect, useRef, type ReactNode } from 'react';
import { ErrorNotice } from '../notices/error-notice.tsx';
import { useReturnFocus } from './use-return-focus.ts';

type Props = {
  isOpen: boolean;
  title: string;
  confirmLabel: string;
  isDangerous?: boolean;
  /** For what needs room to be seen: all of a phone. */
  isWide?: boolean;
  isDisabled?: boolean;
  isPending: boolean;
  error: unknown;
  onConfirm: () => void;
  onClose: () => void;
  children: ReactNode;
};

/** Asks before an action whose effect others feel; a failure shows inside. */
export function ConfirmDialog(props: Props) {
  const { isOpen, title, confirmLabel, isDangerous = false, isWide = false, isDisabled = false } = props;
  const { isPending, error } = props;
  const isNarrow = useMediaQuery('(max-width: 62em)', undefined, { getInitialValueInEffect: false });
  const confirm = useOnce(props.onConfirm, isPending, error);
  useReturnFocus();
  return (
    <Modal
      opened={isOpen}
      onClose={props.onClose}
      title={title}
      {...(isWide && { size: 1200, fullScreen: isNarrow })}
      closeButtonProps={{ 'aria-label': 'Close', size: 44, iconSize: 18 }}
    >
      <Stack gap="lg">
        {props.children}
        {error === null ? null : <ErrorNotice error={error} />}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={props.onClose}>
            Cancel
          </Button>
          <Button {...(isDangerous && { color: 'danger' })} onClick={confirm} loading={isPending} disabled={isDisabled}>
            {confirmLabel}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

/** Two clicks can come before the first shows as pending; a quick failure shows by its error alone. */
function useOnce(run: () => void, isPending: boolean, error: unknown): () => void {
  const lastRun = useRef<{ error: unknown }>(undefined);
  useEffect(() => {
    if (!isPending) lastRun.current = undefined;
  }, [isPending]);
  return () => {
    if (lastRun.current !== undefined && lastRun.current.error === error) return;
    lastRun.current = { error };
    run();
  };
}
