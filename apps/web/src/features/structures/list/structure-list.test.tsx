import { createStructureColumns } from '@tribehall/contract/shared/structure-points';
import { screen, within } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { renderPart } from '../../../testing/render-part.tsx';
import { buildFour, buildInfo } from '../../../testing/structure-replies.ts';
import { readSort, type StructureSort } from './structure-sort.ts';
import type { StructureSet, StructureState } from '../structure-set.ts';
import { StructureList } from './structure-list.tsx';
import { titleOf } from '../../../testing/title-of.ts';

const set: StructureSet = {
  points: buildFour(),
  rows: Uint32Array.of(0, 1, 2, 3),
  map: buildInfo().map,
  tribeColors: ['#111111', '#222222'],
};

function show(shown: StructureSet = set, state: StructureState = 'standing', isCompact = false) {
  const choose = vi.fn<(id: string) => void>();
  function Part() {
    const [sort, setSort] = useState<StructureSort>(readSort({}));
    return (
      <StructureList
        set={shown}
        state={state}
        sort={sort}
        currentId={undefined}
        isCompact={isCompact}
        onChoose={choose}
        onSort={setSort}
      />
    );
  }
  return { choose, ...renderPart(Part) };
}

const cellsOf = (row: HTMLElement) =>
  within(row)
    .getAllByRole('gridcell')
    .map(({ textContent }) => textContent);
const titles = () => rowTexts().map(([title]) => title);
const rowTexts = () => screen.getAllByRole('row').slice(1).map(cellsOf);

describe('StructureList', () => {
  it('shows class, tribe, owner, age, coordinates and when the owners were seen', async () => {
    show();
    await screen.findByRole('grid', { name: 'Structures' });
    expect(rowTexts()).toEqual([
      ['Stone Wall', 'Porters', 'Mira', '2 days ago', '49.0, 51.0', 'yesterday'],
      ['Large Storage Box', 'Porters', 'Mira', '3 days ago', '50.0, 50.0', 'yesterday'],
      ['Stone Wall', 'Porters', '', '5 days ago', '52.0, 49.0', 'yesterday'],
      ['Campfire', '<b>=cmd()‹U+202E›‹U+0000›evil', 'Otto', '50 days ago', '40.0, 60.0', '40 days ago'],
    ]);
    expect(titleOf(screen.getByText('5 days ago'))).toMatch(/^First seen .*20\d\d/);
    expect(titleOf(screen.getByText('3 days ago'))).toMatch(/^Built .*20\d\d/);
  });

  it('sorts by a column and reverses with the next click', async () => {
    const { person } = show();
    await person.click(await screen.findByRole('button', { name: 'Structure' }));
    expect(titles()).toEqual(['Campfire', 'Large Storage Box', 'Stone Wall', 'Stone Wall']);
    expect(screen.getByRole('columnheader', { name: 'Structure' }).getAttribute('aria-sort')).toBe('ascending');
    await person.click(screen.getByRole('button', { name: 'Structure' }));
    expect(titles()).toEqual(['Stone Wall', 'Stone Wall', 'Large Storage Box', 'Campfire']);
    expect(screen.getByRole('columnheader', { name: 'Built' }).getAttribute('aria-sort')).toBe('none');
  });

  it('opens by click and by key; headings handle their own keys', async () => {
    const { choose, person } = show();
    await person.click(await screen.findByText('Campfire'));
    expect(choose).toHaveBeenLastCalledWith('104');
    screen.getByRole('grid').focus();
    // On from where the click was.
    await person.keyboard('{ArrowUp}{Enter}');
    expect(choose).toHaveBeenLastCalledWith('103');
    screen.getByRole('button', { name: 'Tribe' }).focus();
    await person.keyboard('{Enter}');
    expect(choose).toHaveBeenCalledTimes(2);
    expect(screen.getByRole('columnheader', { name: 'Tribe' }).getAttribute('aria-sort')).toBe('ascending');
  });

  it('is sorted by a select where no columns fit; the export is elsewhere', async () => {
    const { person } = show(set, 'standing', true);
    expect(screen.queryByRole('columnheader')).toBeNull();
    await person.click(await screen.findByRole('button', { name: 'View' }));
    await person.selectOptions(await screen.findByLabelText('Sort by'), 'Owners seen');
    const campfire = ['Campfire', '<b>=cmd()‹U+202E›‹U+0000›evil'];
    expect(screen.getAllByRole('row').map(cellsOf)[0]?.slice(0, 2)).toEqual(campfire);
    await person.click(screen.getByRole('radio', { name: 'Descending' }));
    expect(screen.getAllByRole('row').map(cellsOf).at(-1)?.slice(0, 2)).toEqual(campfire);
    expect(screen.queryByRole('button', { name: 'Export CSV' })).toBeNull();
  });

  it('shows when a structure was lost', async () => {
    const points = buildFour();
    points.columns.goneAt.fill(Math.floor(Date.now() / 1000) - 7_200);
    show({ ...set, points, rows: Uint32Array.of(3) }, 'gone');
    await screen.findByRole('grid');
    expect(rowTexts()[0]?.at(-1)).toBe('2 hours ago');
    expect(screen.queryByText('Owners seen')).toBeNull();
  });

  it('says when nothing matches', async () => {
    show({ ...set, rows: Uint32Array.of() });
    expect(await screen.findByText('No structures found.')).toBeDefined();
  });

  it('renders few of very many, and says how many it cannot show', async () => {
    const count = 400_123;
    const points = { ...buildFour(), count, columns: createStructureColumns(count) };
    points.columns.id.set([...points.columns.id.keys()]);
    show({ ...set, points, rows: Uint32Array.from({ length: count }, (_, row) => row) });
    const grid = await screen.findByRole('grid');
    expect(grid.getAttribute('aria-rowcount')).toBe('400001');
    expect(within(grid).getAllByRole('row').length).toBeLessThan(100);
    expect(screen.getByText('123 more are not shown. Filter the list or export it to see them.')).toBeDefined();
  });
});
