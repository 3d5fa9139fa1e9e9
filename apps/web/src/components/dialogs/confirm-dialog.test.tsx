import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { ConfirmDialog } from './confirm-dialog.tsx';

it('sends once for two clicks in the same moment, and again after a failure', async () => {
  const confirm = vi.fn<() => void>();
  const dialog = (isPending: boolean, error: unknown) => (
    <ConfirmDialog
      isOpen
      title="Sure?"
      confirmLabel="Do it"
      isPending={isPending}
      error={error}
      onConfirm={confirm}
      onClose={() => undefined}
    >
      Text
    </ConfirmDialog>
  );
  const { rerender } = render(dialog(false, null), { wrapper: MantineProvider });
  const button = await screen.findByRole('button', { name: 'Do it' });
  fireEvent.click(button);
  fireEvent.click(button);
  expect(confirm).toHaveBeenCalledOnce();
  rerender(dialog(true, null));
  rerender(dialog(false, new Error('It broke.')));
  fireEvent.click(button);
  expect(confirm).toHaveBeenCalledTimes(2);
});
