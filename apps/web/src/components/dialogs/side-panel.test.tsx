import { MantineProvider, Modal } from '@mantine/core';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { SidePanel } from './side-panel.tsx';

const narrow = (query: string) => ({
  matches: query.includes('max-width'),
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
});

function Content() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button onClick={() => setIsOpen(true)}>Open</button>
      {isOpen ? (
        <Modal opened onClose={() => setIsOpen(false)} title="Over it">
          <input aria-label="Field" data-autofocus />
        </Modal>
      ) : null}
    </>
  );
}

it('leaves the Escape of a dialog over it to the dialog, and closes on its own', async () => {
  vi.stubGlobal('matchMedia', narrow);
  const close = vi.fn<() => void>();
  render(
    <SidePanel panel={{ title: 'Player', content: <Content /> }} onClose={close}>
      List
    </SidePanel>,
    { wrapper: MantineProvider },
  );
  const person = userEvent.setup();
  const opener = await screen.findByRole('button', { name: 'Open' });
  await person.click(opener);
  const field = await screen.findByLabelText('Field');
  await waitFor(() => expect(document.activeElement).toBe(field));
  await person.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByLabelText('Field')).toBeNull());
  expect(close).not.toHaveBeenCalled();
  opener.focus();
  await person.keyboard('{Escape}');
  expect(close).toHaveBeenCalledOnce();
});
