import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { GridColumn } from './virtual-grid-row.tsx';
import { VirtualGrid } from './virtual-grid.tsx';

type Row = { id: string };
const rowsOf = (count: number): Row[] => Array.from({ length: count }, (_, index) => ({ id: `row${index}` }));

function show(first: Row[], currentId?: string) {
  const choose = vi.fn<(row: Row) => void>();
  const star = vi.fn<(row: Row) => void>();
  const columns: GridColumn<Row>[] = [
    { key: 'id', label: 'Id', width: '1fr', render: ({ id }) => id },
    {
      key: 'star',
      label: 'Star',
      width: '40px',
      render: () => '*',
      action: { label: ({ id }) => `Star ${id}`, isPressed: ({ id }) => id === 'row1', run: star },
    },
  ];
  const grid = (rows: Row[]) => (
    <VirtualGrid label="Rows" rows={rows} columns={columns} currentId={currentId} onChoose={choose} />
  );
  const { rerender } = render(grid(first), { wrapper: MantineProvider });
  return { choose, star, update: (rows: Row[]) => rerender(grid(rows)), person: userEvent.setup() };
}

const elements = () => new Set(screen.getAllByRole('row'));

const activeText = () => {
  const id = screen.getByRole('grid').getAttribute('aria-activedescendant') ?? '';
  return document.getElementById(id)?.textContent;
};

describe('VirtualGrid', () => {
  it('draws few of many rows and says how many there are', () => {
    show(rowsOf(5000));
    expect(screen.getByRole('grid').getAttribute('aria-rowcount')).toBe('5001');
    const drawn = screen.getAllByRole('row').length - 1;
    expect(drawn).toBeGreaterThanOrEqual(16);
    expect(drawn).toBeLessThan(70);
    expect(within(screen.getAllByRole('row')[1] ?? document.body).getByText('row0')).toBeDefined();
  });

  it('moves with the keys and chooses with Enter; the active cell is always there', async () => {
    const { choose, person } = show(rowsOf(5000));
    await person.tab();
    await person.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}');
    expect(activeText()).toBe('row1');
    await person.keyboard('{End}');
    expect(activeText()).toBe('row4999');
    await person.keyboard('{PageUp}{Enter}');
    expect(choose).toHaveBeenCalledExactlyOnceWith({ id: 'row4984' });
  });

  it('runs the action of a cell by key and by click without choosing the row', async () => {
    const { choose, star, person } = show(rowsOf(3));
    await person.tab();
    await person.keyboard('{ArrowDown}{ArrowRight} ');
    expect(star).toHaveBeenLastCalledWith({ id: 'row1' });
    const button = screen.getByRole('button', { name: 'Star row1' });
    expect(button.getAttribute('aria-pressed')).toBe('true');
    await person.click(button);
    expect(star).toHaveBeenCalledTimes(2);
    expect(choose).not.toHaveBeenCalled();
    await person.click(screen.getByText('row2'));
    expect(choose).toHaveBeenCalledExactlyOnceWith({ id: 'row2' });
  });

  it('stays on the active row while others come and go', async () => {
    const { choose, update, person } = show(rowsOf(3));
    await person.tab();
    await person.keyboard('{ArrowDown}');
    update([{ id: 'new' }, ...rowsOf(3)]);
    expect(activeText()).toBe('row1');
    update([{ id: 'row0' }]);
    await person.keyboard('{Enter}');
    expect(choose).toHaveBeenCalledExactlyOnceWith({ id: 'row0' });
  });

  it('starts at the row that is chosen already', () => {
    show(rowsOf(5000), 'row3000');
    expect(activeText()).toBe('row3000');
    expect(screen.getByRole('row', { selected: true }).textContent).toContain('row3000');
  });

  it('shows each row once, wherever the active row is above the rows in view', async () => {
    show(rowsOf(5000));
    const grid = screen.getByRole('grid');
    for (let row = 1; row < 40; row += 1) {
      grid.scrollTop = row * 40;
      fireEvent.scroll(grid);
      await screen.findByText(`row${row + 12}`);
      const shown = screen.getAllByRole('row').map((element) => element.getAttribute('aria-rowindex'));
      expect(new Set(shown).size).toBe(shown.length);
    }
  });

  it('creates no elements while it scrolls: those of rows out of view are used again', async () => {
    show(rowsOf(5000));
    const grid = screen.getByRole('grid');
    // The first row is active and stays, so its element is not free for another row.
    grid.scrollTop = 4_000;
    fireEvent.scroll(grid);
    await screen.findByText('row100');
    const before = elements();
    for (const row of [110, 123, 1_000, 997, 4_990]) {
      grid.scrollTop = row * 40;
      fireEvent.scroll(grid);
      await screen.findByText(`row${row}`);
      expect(elements()).toEqual(before);
    }
  });
});
