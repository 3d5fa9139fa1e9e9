import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { fakePortal } from '../../testing/fake-portal.ts';
import { renderPart } from '../../testing/render-part.tsx';
import type { StructureParams } from './structure-params.ts';
import { filtersOf } from './structure-set.ts';
import { StructureExport } from './structure-export.tsx';

const call = 'GET /ark/servers/{id}/structures/export';

function show(params: StructureParams, reply: Parameters<typeof fakePortal>[0] = {}, isEmpty = false) {
  const portal = fakePortal({ [call]: () => new Response('id\n1\n'), ...reply });
  const written: string[] = [];
  const names: string[] = [];
  const write = (chunk: Uint8Array) => void written.push(new TextDecoder().decode(chunk));
  vi.stubGlobal('showSaveFilePicker', async ({ suggestedName }: { suggestedName: string }) => {
    names.push(suggestedName);
    return { createWritable: async () => new WritableStream({ write }) };
  });
  const filters = filtersOf(params);
  const state = params.state === 'gone' ? 'gone' : 'standing';
  return {
    portal,
    written,
    names,
    ...renderPart(() => <StructureExport serverId="s1" filters={filters} state={state} isEmpty={isEmpty} />),
  };
}

describe('StructureExport', () => {
  it('downloads the filtered structures', async () => {
    const params = {
      tribes: '1,2',
      owners: '7',
      classes: 'A_C',
      minAge: '1',
      maxAge: '90',
      leftBehind: '14',
      search: 'Mira',
    };
    const { person, portal, written, names } = show({ ...params, state: 'gone' });
    await person.click(await screen.findByRole('button', { name: 'Export as CSV' }));
    expect(await screen.findByText('Structures exported.')).toBeDefined();
    expect(Object.fromEntries(portal.callsOf(call)[0]?.search ?? [])).toEqual({
      state: 'gone',
      tribes: '1,2',
      owners: '7',
      classes: 'A_C',
      minAgeDays: '1',
      maxAgeDays: '90',
      leftBehindDays: '14',
      search: 'mira',
      format: 'csv',
    });
    expect(written.join('')).toBe('id\n1\n');
    expect(names[0]).toMatch(/^structures-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.csv$/);
  });

  it('shows a failure and can be retried', async () => {
    const refusal = { status: 503, error: 'The database is away.', code: 'UNAVAILABLE' };
    const { person, written } = show({}, { [call]: refusal });
    await person.click(await screen.findByRole('button', { name: 'Export as JSON' }));
    expect(await screen.findByText('The database is away.')).toBeDefined();
    expect(written).toEqual([]);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Export as JSON' }).disabled).toBe(false);
  });

  it('allows one export at a time', async () => {
    let respond: ((response: Response) => void) | undefined;
    const { person } = show({}, { [call]: () => new Promise<Response>((resolve) => (respond = resolve)) });
    await person.click(await screen.findByRole('button', { name: 'Export as CSV' }));
    const json = screen.getByRole<HTMLButtonElement>('button', { name: 'Export as JSON' });
    await waitFor(() => expect(json.disabled).toBe(true));
    respond?.(new Response('id\n'));
    await waitFor(() => expect(json.disabled).toBe(false));
  });

  it('is disabled when nothing is shown', async () => {
    show({}, {}, true);
    expect((await screen.findByRole<HTMLButtonElement>('button', { name: 'Export as CSV' })).disabled).toBe(true);
  });
});
