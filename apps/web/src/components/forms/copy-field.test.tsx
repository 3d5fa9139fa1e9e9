import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { CopyField } from './copy-field.tsx';

const open = () => {
  const person = userEvent.setup();
  render(<CopyField label="Server ID" value="k3v9" />, { wrapper: MantineProvider });
  return { person, button: screen.getByRole('button', { name: 'Copy server id' }), status: screen.getByRole('status') };
};

it('copies its text, and says so only then', async () => {
  const { person, button, status } = open();
  expect(status.textContent).toBe('');
  await person.click(button);
  expect(await navigator.clipboard.readText()).toBe('k3v9');
  expect(status.textContent).toBe('Server ID copied.');
});

it('says what to do where the browser refuses', async () => {
  const { person, button, status } = open();
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('Not allowed'));
  await person.click(button);
  await vi.waitFor(() =>
    expect(status.textContent).toBe("Your browser doesn't allow copying here. Select the text instead."),
  );
});
