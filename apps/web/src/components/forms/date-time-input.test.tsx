import { MantineProvider } from '@mantine/core';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { FormDialog } from '../dialogs/form-dialog.tsx';
import { DateTimeInput } from './date-time-input.tsx';

function Field({ initial, onLeave }: { initial: string; onLeave?: (value: string) => void }) {
  const [value, setValue] = useState(initial);
  return <DateTimeInput label="Until" value={value} onChange={setValue} {...(onLeave && { onLeave })} />;
}

const show = (initial: string) => {
  const onLeave = vi.fn<(value: string) => void>();
  render(<Field initial={initial} onLeave={onLeave} />, { wrapper: MantineProvider });
  return { person: userEvent.setup(), onLeave };
};

const field = () => screen.getByLabelText<HTMLInputElement>('Until');
const openCalendar = async (person: ReturnType<typeof userEvent.setup>) => {
  await person.click(screen.getByRole('button', { name: 'Calendar: Until' }));
  return screen.findByRole('grid');
};
const focusedDay = () => document.activeElement?.getAttribute('aria-label');

describe('a date and time', () => {
  it('gets its own form when it is left, and says if it is none', async () => {
    const { person, onLeave } = show('');
    await person.type(field(), '2026-2-3 7:05');
    await person.tab();
    expect(field().value).toBe('2026-02-03 07:05');
    expect(onLeave).toHaveBeenLastCalledWith('2026-02-03 07:05');
    await person.clear(field());
    await person.type(field(), '2026-02-30');
    expect(screen.queryByText(/^Enter a date and time/)).toBeNull();
    await person.tab();
    expect(field().value).toBe('2026-02-30');
    expect(screen.getByText('Enter a date and time, such as 2026-11-19 18:30.')).toBeDefined();
    expect(field().getAttribute('aria-invalid')).toBe('true');
  });

  it('is chosen in a calendar by mouse, and keeps its time', async () => {
    const { person, onLeave } = show('2026-11-19 18:30');
    await openCalendar(person);
    expect(screen.getByText('November 2026')).toBeDefined();
    await person.click(screen.getByRole('button', { name: 'Next month' }));
    expect(screen.getByText('December 2026')).toBeDefined();
    await person.click(screen.getByRole('button', { name: /December 24, 2026/ }));
    expect(field().value).toBe('2026-12-24 18:30');
    await person.clear(screen.getByLabelText('Time'));
    await person.type(screen.getByLabelText('Time'), '9:15');
    expect(field().value).toBe('2026-12-24 09:15');
    await person.click(screen.getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(screen.queryByRole('grid')).toBeNull());
    expect(onLeave).toHaveBeenLastCalledWith('2026-12-24 09:15');
  });

  it('is chosen by keys', async () => {
    const { person } = show('2026-11-19 18:30');
    await openCalendar(person);
    await waitFor(() => expect(focusedDay()).toContain('November 19'));
    await person.keyboard('{ArrowDown}{ArrowDown}');
    await waitFor(() => expect(focusedDay()).toContain('December 3'));
    await person.keyboard('{PageDown}{ArrowLeft}{Enter}');
    expect(field().value).toBe('2027-01-02 18:30');
  });

  it('closes its calendar on Escape, and not the dialog around it', async () => {
    const onClose = vi.fn<() => void>();
    render(
      <FormDialog title="Ban" submitLabel="Ban" isPending={false} error={null} onSubmit={() => {}} onClose={onClose}>
        <Field initial="" />
      </FormDialog>,
      { wrapper: MantineProvider },
    );
    const person = userEvent.setup();
    await openCalendar(person);
    await person.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('grid')).toBeNull());
    expect(onClose).not.toHaveBeenCalled();
    await person.keyboard('{Escape}');
    expect(onClose).toHaveBeenCalledOnce();
  });
});
