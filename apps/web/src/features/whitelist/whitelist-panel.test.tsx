import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ReplyInput } from '@tribehall/contract';
import { describe, expect, it, onTestFinished } from 'vitest';
import { session, token } from '../../lib/api/session.ts';
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
    addedAgainAt: null,
    ...changes,
  };
}

function buildHit(id: string, name: string) {
  const server = { id: 's1', name: 'The Island' };
  return {
    id,
    name,
    match: { by: 'name', text: name },
    server,
    isOnline: false,
    lastSeenAt: '2026-01-02T03:04:05Z',
    isAdmin: true,
  };
}

const choices = [
  { label: 'This server', reach: { type: 'server', serverId: 's1' } },
  { label: 'All servers', reach: { type: 'all' } },
] as const;
const listed = (...entries: Entry[]) => ({
  'GET /ark/servers/{id}/whitelist': { data: { isManaged: true } },
  'GET /ark/whitelist': { data: { entries, total: entries.length, next: null } },
  'GET /search': { data: noHits },
});

const noHits = { players: [], servers: [], clusters: [], tribes: [], files: [], databases: [] };

async function open() {
  const { person } = renderPart(() => <WhitelistPanel scope={{ serverId: 's1' }} choices={choices} />);
  await person.click(await screen.findByRole('button', { name: 'Show the whitelist' }));
  return person;
}

const rowOf = async (name: string) => (await screen.findByText(name)).closest('[role="row"]');

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

  it('gets anyone by id where it was chosen, with a note', async () => {
    const portal = fakePortal({ ...listed(), 'POST /ark/whitelist': { data: { id: 'e9' } } });
    const person = await open();
    expect(await screen.findByText('No one is on the whitelist yet.')).toBeDefined();
    await person.type(screen.getByLabelText('Player'), ` ${'AB'.repeat(16)}{Enter}`);
    await waitFor(() => expect(portal.callsOf('POST /ark/whitelist')).toHaveLength(1));
    await person.selectOptions(screen.getByLabelText('May join'), 'All servers');
    await person.type(screen.getByLabelText('Note (optional)'), ' Streams here ');
    await person.type(screen.getByLabelText('Player'), '76561198000000002{Enter}');
    await waitFor(() =>
      expect(portal.callsOf('POST /ark/whitelist').map(({ body }) => body)).toEqual([
        { reach: { type: 'server', serverId: 's1' }, playerId: 'ab'.repeat(16) },
        { reach: { type: 'all' }, playerId: '76561198000000002', note: 'Streams here' },
      ]),
    );
  });

  it('gets known players by name, if only one has it', async () => {
    const [mira, ...twins] = [
      buildHit('76561198000000001', 'Mira'),
      buildHit('76561198000000002', 'Twin'),
      buildHit('76561198000000003', 'Twin'),
    ];
    const portal = fakePortal({
      ...listed(),
      'GET /search': ({ search }) => ({
        data: { ...noHits, players: search.get('query')?.startsWith('T') === true ? twins : [mira] },
      }),
      'POST /ark/whitelist': { data: { id: 'e9' } },
    });
    const person = await open();
    const field = await screen.findByLabelText('Player');
    await person.type(field, 'mira');
    const suggestions = await screen.findByRole('listbox', { name: 'Player: suggestions' });
    expect(
      within(suggestions)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['Mira · The Island']);
    await person.keyboard('{Enter}');
    expect(await screen.findByText('Mira added to the whitelist: This server.')).toBeDefined();
    expect(portal.callsOf('POST /ark/whitelist')[0]?.body).toMatchObject({ playerId: '76561198000000001' });
    await person.type(field, 'Twin{Enter}');
    expect(await screen.findByText(/Several players have this name/)).toBeDefined();
    await person.clear(field);
    await person.type(field, '12345{Enter}');
    expect(await screen.findByText(/neither a player ID nor the name/)).toBeDefined();
    expect(portal.callsOf('POST /ark/whitelist')).toHaveLength(1);
  });

  it('shows what others change, and what the servers make of it, without a reload', async () => {
    token.set('t1');
    onTestFinished(() => session.end());
    let entries = [buildEntry({ confirmedCount: 0, open: [{ id: 's1', name: 'A', state: 'waiting', detail: null }] })];
    let isManaged = true;
    const portal = fakePortal({
      ...listed(),
      'GET /ark/servers/{id}/whitelist': () => ({ data: { isManaged } }),
      'GET /ark/whitelist': () => ({ data: { entries, total: entries.length, next: null } }),
    });
    await open();
    expect((await rowOf('Nico'))?.textContent).toContain('Waiting');
    await waitFor(() => expect(portal.requests.some(({ path }) => path === '/events')).toBe(true));
    entries = [buildEntry({ addedAgainAt: '2026-01-02T03:04:05Z' }), buildEntry({ id: 'e2', name: 'Zoe' })];
    isManaged = false;
    portal.push({ topic: 'whitelist', event: 'changed', data: {} });
    await waitFor(async () =>
      expect((await rowOf('Nico'))?.textContent).toContain('Was missing on the server, added again'),
    );
    expect(await rowOf('Zoe')).toBeDefined();
    expect(screen.getByRole<HTMLInputElement>('switch').checked).toBe(false);
  });

  it('is searched, and its next page continues where the last one ended', async () => {
    const portal = fakePortal({
      ...listed(),
      'GET /ark/whitelist': ({ search }) =>
        search.get('before') === 'e1'
          ? { data: { entries: [buildEntry({ id: 'e2', name: 'Zoe' })], total: 2, next: null } }
          : { data: { entries: [buildEntry({ note: 'A friend' })], total: 2, next: 'e1' } },
    });
    const person = await open();
    expect((await rowOf('Nico'))?.textContent).toContain('A friend');
    expect(screen.getByText('2 players, the newest 1 loaded')).toBeDefined();
    fireEvent.scroll(screen.getByRole('table', { name: 'Whitelist' }));
    expect(await rowOf('Zoe')).toBeDefined();
    await person.type(screen.getByLabelText('Search by name or ID'), 'nico');
    await waitFor(() => expect(portal.callsOf('GET /ark/whitelist').at(-1)?.search.get('search')).toBe('nico'));
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
    await person.type(await screen.findByLabelText('Player'), '76561198000000002{Enter}');
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
