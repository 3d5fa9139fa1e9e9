import { Button, Group, Modal, Stack } from '@mantine/core';
import type { FormEventHandler, ReactNode } from 'react';
import { ErrorNotice } from '../notices/error-notice.tsx';
import { useReturnFocus } from './use-return-focus.ts';

type Props = {
  title: string;
  submitLabel: string;
  isPending: boolean;
  /** What no field shows. */
  error: unknown;
  onSubmit: FormEventHandler<HTMLFormElement>;
  onClose: () => void;
  /** The fields. */
  children: ReactNode;
};

/** A form in a dialog, with Cancel. */
export function FormDialog({ title, submitLabel, isPending, error, onSubmit, onClose, children }: Props) {
  useReturnFocus();
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': 'Close', size: 44, iconSize: 18 }}>
      <form noValidate onSubmit={onSubmit}>
        <Stack gap="lg">
          {children}
          {error === null ? null : <ErrorNotice error={error} />}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={isPending}>
              {submitLabel}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
