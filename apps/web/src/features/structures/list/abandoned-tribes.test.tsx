import { screen, within } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { renderPart } from '../../../testing/render-part.tsx';
import { buildFour } from '../../../testing/structure-replies.ts';
import type { StructureParams } from '../structure-params.ts';
import { filtersOf, stateOf } from '../structure-set.ts';
import { AbandonedTribes } from './abandoned-tribes.tsx';
import { ModeChoice } from '../filters/mode-choice.tsx';

const set = { points: buildFour(), rows: Uint32Array.of(3, 0, 1), map: null, tribeColors: ['#111111'] };

describe('AbandonedTribes', () => {
  it('lists tribes with the most structures first and opens one', async () => {
    const open = vi.fn<(tribeId: string) => void>();
    const { person } = renderPart(() => <AbandonedTribes set={set} onTribe={open} />);
    const rows = within(await screen.findByRole('grid'))
      .getAllByRole('row')
      .slice(1);
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'Portersyesterday2',
      '<b>=cmd()‹U+202E›‹U+0000›evil40 days ago1',
    ]);
    await person.click(screen.getByRole('button', { name: 'Last active' }));
    expect(within(screen.getByRole('grid')).getAllByRole('row')[1]?.textContent).toContain('40 days ago');
    await person.click(screen.getByText('Porters'));
    expect(open).toHaveBeenCalledExactlyOnceWith('1111111111');
  });

  it('says when no tribe is inactive', async () => {
    renderPart(() => <AbandonedTribes set={{ ...set, rows: Uint32Array.of() }} onTribe={() => undefined} />);
    expect(await screen.findByText('No tribe has been inactive for that long.')).toBeDefined();
  });
});

function showChoice(first: StructureParams = {}) {
  const changed = vi.fn<(params: StructureParams) => void>();
  const { person } = renderPart(function Part() {
    const [params, setParams] = useState(first);
    return (
      <ModeChoice
        filters={filtersOf(params)}
        state={stateOf(params)}
        onChange={(changes) => {
          changed(changes);
          setParams({ ...params, ...changes });
        }}
      />
    );
  });
  return { person, changed };
}

describe('ModeChoice', () => {
  it('starts at two weeks and takes a preset or any number', async () => {
    const { person, changed } = showChoice();
    await person.click(await screen.findByRole('radio', { name: 'Abandoned' }));
    expect(changed).toHaveBeenLastCalledWith({ state: '', leftBehind: '14' });
    await person.click(screen.getByRole('button', { name: '30 days' }));
    expect(changed).toHaveBeenLastCalledWith({ leftBehind: '30' });
    expect(screen.getByRole('button', { name: '30 days' }).getAttribute('aria-pressed')).toBe('true');
    const field = screen.getByLabelText<HTMLInputElement>('Nobody seen for');
    expect(field.value).toBe('30');
    await person.clear(field);
    await person.type(field, '45');
    expect(changed).toHaveBeenLastCalledWith({ leftBehind: '45' });
  });

  it.each(['0', '-3', '1.5', '99999'])('rejects %s days', async (text) => {
    const { person, changed } = showChoice({ leftBehind: '14' });
    const field = await screen.findByLabelText<HTMLInputElement>('Nobody seen for');
    await person.clear(field);
    await person.type(field, text);
    expect(changed.mock.calls.map(([{ leftBehind }]) => leftBehind)).not.toContain(text);
    await person.tab();
    expect(Number(field.value)).toBeGreaterThan(0);
    expect(Number(field.value)).toBeLessThanOrEqual(3_650);
  });

  it('drops the days when switching to gone structures', async () => {
    const { person, changed } = showChoice({ leftBehind: '14' });
    await person.click(await screen.findByRole('radio', { name: 'Gone' }));
    expect(changed).toHaveBeenLastCalledWith({ state: 'gone', leftBehind: '' });
    expect(screen.queryByLabelText('Nobody seen for')).toBeNull();
  });
});
