import { screen, waitFor, within } from '@testing-library/react';
import type { ReplyInput } from '@tribehall/contract';
import { describe, expect, it } from 'vitest';
import { fakePortal } from '../../testing/fake-portal.ts';
import { renderPart } from '../../testing/render-part.tsx';
import { WhitelistPanel } from './whitelist-panel.tsx';

type Entry = ReplyInput<'GET /ark/whitelist'>['entries'][number];

function buildEntry(changes: Partial<Entry> = {}): Entry {
  return {
    id: 'e1',
    playerId: '76561198000000001',
    name: 'Nico',
    reach: { type: 'server', id: 's1', name: 'The Island' },
    note: '',
    by: 'Adam',
    createdAt: '2026-01-02T03:04:05Z',
    serverCount: 1,
    confirmedCount: 1,
    open: [],
    ...changes,
  };
}

const choices = [
  { label: 'This server', reach: { type: 'server', serverId: 's1' } },
  { label: 'All servers', reach: { type: 'all' } },
] as const;
const listed = (...entries: Entry[]) => ({
  'GET /ark/servers/{id}/whitelist': { data: { isManaged: true } },
  'GET /ark/whitelist': { data: { entries, total: entries.length } },
});

async function open() {
  const { person } = renderPart(() => <WhitelistPanel scope={{ serverId: 's1' }} choices={choices} />);
  await person.click(await screen.findByRole('button', { name: 'Show the whitelist' }));
  return person;
}

const rowOf = async (name: string) => (await screen.findByText(name)).closest('tr');

describe('the whitelist', () => {
  it('is read when it is opened, and shows which servers have confirmed an entry', async () => {
    const down = { id: 's2', name: 'Fjordur', state: 'waiting', detail: 'The server is not connected.' } as const;
    const portal = fakePortal(
      listed(
        buildEntry(),
        buildEntry({ id: 'e2', name: 'Mira', serverCount: 3, confirmedCount: 2, open: [down] }),
        buildEntry({ id: 'e3', name: 'Zoe', serverCount: 0, confirmedCount: 0 }),
      ),
    );
    await open();
    expect((await rowOf('Nico'))?.textContent).toContain('Confirmed');
    const row = (await rowOf('Mira'))?.textContent;
    expect(row).toContain('Waiting');
    expect(row).toContain('2 of 3 servers confirmed. Fjordur: The server is not connected.');
    expect((await rowOf('Zoe'))?.textContent).toContain('Not managed');
    expect(portal.callsOf('GET /ark/whitelist')[0]?.search.get('serverId')).toBe('s1');
  });

  it('gets a player by id where it was chosen', async () => {
    const portal = fakePortal({ ...listed(), 'POST /ark/whitelist': { data: { id: 'e9' } } });
    const person = await open();
    expect(await screen.findByText('No one is on the whitelist yet.')).toBeDefined();
    await person.type(screen.getByLabelText('Player ID'), ` ${'AB'.repeat(15)}{Enter}`);
    await waitFor(() => expect(portal.callsOf('POST /ark/whitelist')).toHaveLength(1));
    await person.selectOptions(screen.getByLabelText('May join'), 'All servers');
    await person.type(screen.getByLabelText('Player ID'), '76561198000000002{Enter}');
    await waitFor(() =>
      expect(portal.callsOf('POST /ark/whitelist').map(({ body }) => body)).toEqual([
        { reach: { type: 'server', serverId: 's1' }, playerId: 'ab'.repeat(15) },
        { reach: { type: 'all' }, playerId: '76561198000000002' },
      ]),
    );
  });

  it('shows at the field what is wrong with an id', async () => {
    const message = 'This player is already on the whitelist.';
    fakePortal({
      ...listed(),
      'POST /ark/whitelist': {
        status: 409,
        error: message,
        code: 'CONFLICT',
        details: { fields: [{ field: 'playerId', message }] },
      },
    });
    const person = await open();
    await person.type(await screen.findByLabelText('Player ID'), '76561198000000002{Enter}');
    expect(await screen.findByText(message)).toBeDefined();
  });

  it('loses a player, who can be put back', async () => {
    const portal = fakePortal({
      ...listed(buildEntry()),
      'DELETE /ark/whitelist/{id}': { data: {} },
      'POST /ark/whitelist/{id}/restore': { data: {} },
    });
    const person = await open();
    await person.click(await screen.findByRole('button', { name: 'Remove Nico from the whitelist' }));
    const toast = within(
      (await screen.findByText('Nico removed from the whitelist.')).closest('[role]') as HTMLElement,
    );
    await person.click(toast.getByRole('button', { name: 'Undo' }));
    await waitFor(() =>
      expect(portal.callsOf('POST /ark/whitelist/{id}/restore')[0]?.path).toBe('/ark/whitelist/e1/restore'),
    );
  });

  it('is managed here or not', async () => {
    const portal = fakePortal({ ...listed(), 'PUT /ark/servers/{id}/whitelist': { data: { isManaged: false } } });
    const person = await open();
    const control = await screen.findByRole<HTMLInputElement>('switch', { name: /Manage the whitelist/ });
    expect(control.checked).toBe(true);
    await person.click(control);
    await waitFor(() =>
      expect(portal.callsOf('PUT /ark/servers/{id}/whitelist')[0]?.body).toEqual({ isManaged: false }),
    );
  });
});
