import { MantineProvider } from '@mantine/core';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentType } from 'react';
import { expect, it } from 'vitest';
import { later } from '../../testing/later.ts';
import { lazyPart } from '../layout/lazy-part.tsx';
import { PickerDialog } from './picker-dialog.tsx';
import { PickerFilter } from './picker-filter.tsx';

type Props = { onDone: () => void };
const Choices = ({ onDone }: Props) => <PickerFilter label="Filter" filter="" onFilter={onDone} onLeave={onDone} />;

it('puts the focus on the filter, though its code comes last, and gives it back on Escape', async () => {
  const code = later<ComponentType<Props>>();
  const LazyChoices = lazyPart(() => code.promise);
  render(
    <PickerDialog buttonLabel="Open" title="Choose">
      {(close) => <LazyChoices onDone={close} />}
    </PickerDialog>,
    { wrapper: MantineProvider },
  );
  const person = userEvent.setup();
  const opener = screen.getByRole('button', { name: 'Open' });
  await person.click(opener);
  const close = await screen.findByRole('button', { name: 'Close' });
  await waitFor(() => expect(document.activeElement).toBe(close));
  code.resolve(Choices);
  const field = await screen.findByLabelText('Filter');
  await waitFor(() => expect(document.activeElement).toBe(field));
  await person.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(opener));
});
