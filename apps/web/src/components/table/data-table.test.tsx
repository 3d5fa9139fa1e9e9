import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { DataTable } from './data-table.tsx';
import type { TableColumn } from './table-column.ts';
import { tableCsv } from './table-csv.ts';

type Row = { id: string; name: string; level: number | null };

const rows: Row[] = [
  { id: 'a', name: 'Mira', level: 7 },
  { id: 'b', name: '=cmd()', level: null },
  { id: 'c', name: 'Bob', level: 104 },
];
const columns: TableColumn<Row>[] = [
  { key: 'name', label: 'Name', width: '1fr', onCard: 'title', value: ({ name }) => name, render: ({ name }) => name },
  {
    key: 'level',
    label: 'Level',
    width: '80px',
    isNumber: true,
    isOptional: true,
    firstOrder: 'desc',
    value: ({ level }) => level,
    render: ({ level }) => level,
  },
  { key: 'trend', label: 'Trend', width: '80px', render: () => '~' },
];

/** Each test has a table of its own: what the reader chose is remembered by its id. */
let tableId = 0;
beforeEach(() => {
  tableId += 1;
});

function show(onChoose?: (row: Row) => void) {
  const table = <DataTable id={`test-${tableId}`} label="People" rows={rows} columns={columns} onChoose={onChoose} />;
  const { unmount } = render(table, { wrapper: MantineProvider });
  return { person: userEvent.setup(), unmount };
}

const texts = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map(({ textContent }) => textContent);

describe('a table', () => {
  it('has the roles, names and counts of a table; each row is named by its title', () => {
    show();
    expect(screen.getByRole('table', { name: 'People' }).getAttribute('aria-rowcount')).toBe('4');
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Name',
      'Level',
      'Trend',
    ]);
    expect(screen.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual(['Mira', '=cmd()', 'Bob']);
  });

  it('shares its width among the columns that are shown, so that none breaks its words', async () => {
    const { person } = show();
    const table = screen.getByRole('table', { name: 'People' });
    expect(table.style.getPropertyValue('--columns')).toBe('3');
    await person.click(screen.getByRole('button', { name: 'View' }));
    await person.click(await screen.findByRole('checkbox', { name: 'Level' }));
    expect(table.style.getPropertyValue('--columns')).toBe('2');
  });

  it('is a grid where a row can be chosen', async () => {
    const choose = vi.fn<(row: Row) => void>();
    const { person } = show(choose);
    expect(screen.getByRole('grid', { name: 'People' }).getAttribute('aria-rowcount')).toBe('4');
    await person.click(screen.getByText('Bob'));
    expect(choose).toHaveBeenCalledExactlyOnceWith(rows[2]);
  });

  it('sorts by its headings, what is not known last', async () => {
    const { person } = show();
    await person.click(screen.getByRole('button', { name: 'Level' }));
    expect(texts()).toEqual(['Bob104~', 'Mira7~', '=cmd()~']);
    expect(screen.getByRole('columnheader', { name: 'Level' }).getAttribute('aria-sort')).toBe('descending');
    await person.click(screen.getByRole('button', { name: 'Level' }));
    expect(texts()).toEqual(['Mira7~', 'Bob104~', '=cmd()~']);
    expect(screen.queryByRole('button', { name: 'Trend' })).toBeNull();
  });

  it('remembers which columns are shown, and how densely', async () => {
    const { person, unmount } = show();
    await person.click(screen.getByRole('button', { name: 'View' }));
    // What names the row cannot be hidden.
    expect(await screen.findAllByRole('checkbox')).toHaveLength(1);
    await person.click(screen.getByRole('checkbox', { name: 'Level' }));
    await person.click(screen.getByRole('radio', { name: 'Compact' }));
    expect(screen.queryByRole('columnheader', { name: 'Level' })).toBeNull();
    unmount();
    show();
    expect(screen.queryByRole('columnheader', { name: 'Level' })).toBeNull();
    expect(JSON.parse(localStorage.getItem(`table:test-${tableId}`) ?? '')).toEqual({
      hidden: ['level'],
      density: 'compact',
    });
  });

  it('has check marks for its rows where only those in view exist', async () => {
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(400);
    const many = Array.from({ length: 500 }, (_, n) => ({ id: `${n}`, name: `P${n}`, level: n }));
    const toggle = vi.fn<(id: string, isRange: boolean) => void>();
    const toggleAll = vi.fn<() => void>();
    const table = (
      <DataTable
        id={`test-${tableId}`}
        label="People"
        rows={many}
        columns={columns}
        virtual={{ cardHeight: 120 }}
        selection={{
          selected: new Set(['1']),
          labelOf: ({ name }) => `Select ${name}`,
          onToggle: toggle,
          allLabel: 'Select all',
          onToggleAll: toggleAll,
        }}
      />
    );
    render(table, { wrapper: MantineProvider });
    expect(screen.getByRole('table', { name: 'People' }).getAttribute('aria-rowcount')).toBe('501');
    expect(screen.getAllByRole('row').length).toBeLessThan(60);
    const person = userEvent.setup();
    await person.click(screen.getByRole('checkbox', { name: 'Select P2' }));
    expect(toggle).toHaveBeenLastCalledWith('2', false);
    await person.keyboard('{Shift>}');
    await person.click(screen.getByRole('checkbox', { name: 'Select P4' }));
    expect(toggle).toHaveBeenLastCalledWith('4', true);
    await person.click(screen.getByRole('checkbox', { name: 'Select all' }));
    expect(toggleAll).toHaveBeenCalledOnce();
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select P1' }).checked).toBe(true);
    await person.click(screen.getByRole('button', { name: 'Level' }));
    expect(texts()[0]).toBe('P499499~');
    vi.restoreAllMocks();
  });

  it('ignores what something else left in the storage', () => {
    localStorage.setItem(`table:test-${tableId}`, '{"hidden":7,"density":"huge"}');
    show();
    expect(screen.getAllByRole('columnheader')).toHaveLength(3);
  });
});

describe('the CSV file of a table', () => {
  it('has what is shown, with nothing that a spreadsheet would run', () => {
    expect(tableCsv(columns, rows)).toBe('\uFEFFName,Level\r\nMira,7\r\n"\'=cmd()",\r\nBob,104\r\n');
    expect(tableCsv(columns.slice(0, 1), rows.slice(0, 1))).toBe('\uFEFFName\r\nMira\r\n');
  });
});
