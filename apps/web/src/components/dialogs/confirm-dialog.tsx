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
  /** For content that needs space: full screen on a phone. */
  isWide?: boolean;
  isDisabled?: boolean;
  isPending: boolean;
  error: unknown;
  onConfirm: () => void;
  onClose: () => void;
  children: ReactNode;
};

/** Asks before an action that affects others; a failure is shown inside. */
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

/** Guards against a second click before the first one shows as pending. A new error allows another try. */
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
