import { roles } from '@tribehall/contract/roles';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fakePortal } from '../../testing/fake-portal.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { buildUser } from '../../testing/users.ts';
import { titleOf } from '../../testing/title-of.ts';

const accessToken = 't1';
const me = { 'GET /users/me': { data: buildUser({ roles: [roles.Owner] }) } };
const hash = 'ab'.repeat(32);

function entry(id: string, given: object = {}) {
  const at = '2026-01-02T03:04:05Z';
  const what = { actor: 'Olive', address: '10.0.0.7', action: 'users.roles', target: 'Nico', outcome: 'done' };
  return { id, at, ...what, details: null, hash, ...given };
}

/** Lists these, or the one that is asked for. */
const listing = (...entries: ReturnType<typeof entry>[]) => ({
  'GET /audit': ({ search }: { search: URLSearchParams }) => {
    const id = search.get('id');
    const asked = id === null ? entries : entries.filter((one) => one.id === id);
    return { data: { entries: asked, hasMore: false } };
  },
});

const lastAsked = (portal: ReturnType<typeof fakePortal>) =>
  Object.fromEntries(portal.callsOf('GET /audit').at(-1)?.search ?? []);

describe('the filters of the audit', () => {
  it('come from the address and go to the portal, all together', async () => {
    const portal = fakePortal({ ...me, ...listing(entry('1')) });
    const from = '2026-01-01T00:00:00.000Z';
    renderApp(`/audit?actor=Olive&action=users&target=Ni&from=${from}&search=x`, { accessToken });
    await screen.findByText('Nico');
    expect(lastAsked(portal)).toEqual({ actor: 'Olive', action: 'users', target: 'Ni', from, search: 'x' });
    expect(screen.getByLabelText<HTMLSelectElement>('Actor').value).toBe('Olive');
    expect(screen.getByLabelText<HTMLSelectElement>('Action').value).toBe('users');
    expect(screen.getByLabelText<HTMLInputElement>('From').value).toMatch(/^2026-01-01 |^2025-12-31 /);
  });

  it('take what is typed, and are cleared at once', async () => {
    const portal = fakePortal({ ...me, ...listing(entry('1')) });
    const { router, person } = renderApp('/audit?action=users', { accessToken });
    await person.type(await screen.findByLabelText('Target'), 'Ni');
    await waitFor(() => expect(router.state.location.search).toEqual({ action: 'users', target: 'Ni' }));
    await waitFor(() => expect(lastAsked(portal)).toEqual({ action: 'users', target: 'Ni' }));
    await person.click(screen.getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(router.state.location.search).toEqual({}));
    expect(screen.getByLabelText<HTMLInputElement>('Target').value).toBe('');
  });

  it.each([
    ['Olive', { actor: 'Olive' }],
    ['Changed roles', { action: 'users.roles' }],
    ['Nico', { target: 'Nico' }],
  ])('are set by choosing %s in the list', async (text, search) => {
    fakePortal({ ...me, ...listing(entry('1')) });
    const { router, person } = renderApp('/audit', { accessToken });
    await person.click(await screen.findByRole('button', { name: text }));
    await waitFor(() => expect(router.state.location.search).toEqual(search));
  });

  it('keep the first of two choices that are made at once', async () => {
    fakePortal({ ...me, ...listing(entry('1')) });
    const { router } = renderApp('/audit', { accessToken });
    fireEvent.click(await screen.findByRole('button', { name: 'Olive' }));
    fireEvent.click(screen.getByRole('button', { name: 'Nico' }));
    await waitFor(() => expect(router.state.location.search).toEqual({ actor: 'Olive', target: 'Nico' }));
  });

  it('offer the actions in words, and those who did something', async () => {
    fakePortal({ ...me, ...listing(entry('1')), 'GET /audit/actors': { data: ['Mira', 'Ol\u202eive'] } });
    const { router, person } = renderApp('/audit', { accessToken });
    await person.selectOptions(await screen.findByLabelText('Action'), 'Banned a player');
    await waitFor(() => expect(router.state.location.search).toEqual({ action: 'players.ban' }));
    await person.selectOptions(screen.getByLabelText('Actor'), 'Ol‹U+202E›ive');
    await waitFor(() => expect(router.state.location.search).toMatchObject({ actor: 'Ol\u202eive' }));
    await person.selectOptions(screen.getByLabelText('Action'), 'All actions');
    await waitFor(() => expect(router.state.location.search).toEqual({ actor: 'Ol\u202eive' }));
  });

  it('say that nothing fits, and show all again', async () => {
    const portal = fakePortal({ ...me, ...listing() });
    const { person } = renderApp('/audit?actor=nobody', { accessToken });
    expect(await screen.findByText('No entries found.')).toBeDefined();
    await person.click(screen.getByRole('button', { name: 'Show all entries' }));
    await waitFor(() => expect(lastAsked(portal)).toEqual({}));
    expect(await screen.findByText('Nothing has been changed on this portal yet.')).toBeDefined();
  });

  it('let new entries in only where they fit', async () => {
    const added = [
      entry('2', { target: 'fits' }),
      entry('3', { actor: 'Mira', target: 'of another' }),
      entry('4', { target: 'too early', at: '2025-01-01T00:00:00Z' }),
    ].map((data) => ({ topic: 'audit', event: 'added', data }));
    fakePortal({ ...me, ...listing(entry('1')) }, added);
    renderApp('/audit?actor=OLIVE&from=2026-01-01T00:00:00.000Z', { accessToken });
    expect(await screen.findByText('fits')).toBeDefined();
    expect(screen.queryByText('of another')).toBeNull();
    expect(screen.queryByText('too early')).toBeNull();
  });

  it('show the refusal of a span that ends before it begins', async () => {
    const error = 'The start must be before the end.';
    fakePortal({ ...me, 'GET /audit': { status: 400, code: 'BAD_REQUEST', error } });
    renderApp('/audit?from=2026-02-01T00:00:00.000Z&to=2026-01-01T00:00:00.000Z', { accessToken });
    expect(await screen.findByText(error)).toBeDefined();
    expect(screen.getByText('The end must be after the start.')).toBeDefined();
  });
});

describe('an entry', () => {
  it('says in words what was done and how it ended, with the names of the audit beside it', async () => {
    const entries = [
      entry('1', { action: 'players.ban', outcome: 'sent' }),
      entry('2', { action: 'players.kill', outcome: 'FORBIDDEN' }),
      entry('3', { action: 'old.action', outcome: 'as it came' }),
    ];
    fakePortal({ ...me, ...listing(...entries) });
    renderApp('/audit', { accessToken });
    await screen.findByText('players.ban');
    const cells = screen.getAllByRole('row').map((row) => {
      const [action] = within(row).queryAllByRole('rowheader');
      const [, , , outcome] = within(row).queryAllByRole('cell');
      return [action?.textContent, outcome?.textContent];
    });
    expect(cells.slice(1)).toEqual([
      ['Banned a player players.ban', 'Sent, not confirmed'],
      ['Killed a character players.kill', expect.stringMatching(/^Failed: /)],
      ['old.action', 'as it came'],
    ]);
    const [time = document.body] = screen.getAllByText(/ago$/);
    expect(titleOf(time)).toContain('2026');
  });

  it('about a player links to their page', async () => {
    const playerId = '76561198000000001';
    fakePortal({ ...me, ...listing(entry('8', { action: 'notes.add', details: { playerId, noteId: 'n1' } })) });
    renderApp('/audit?entry=8', { accessToken });
    const link = await screen.findByRole('link', { name: playerId });
    expect(link.getAttribute('href')).toBe(`/arkbot/players/${playerId}`);
  });

  it('of a command leads to its recording', async () => {
    const recording = '1763451600000-abcdefghijklmnop';
    fakePortal({ ...me, ...listing(entry('9', { action: 'terminal.run', details: { recording } })) });
    renderApp('/audit?entry=9', { accessToken });
    const link = await screen.findByRole('link', { name: 'Replay the output' });
    expect(link.getAttribute('href')).toBe(`/terminal/recordings/${recording}`);
  });

  it('opens beside the list with its details, by a link, too; hostile text stays text', async () => {
    const hostile = entry('7', { target: '<b>a\u202eb</b>', details: { command: 'rm\u0007 <img src=x>', n: 1 } });
    fakePortal({ ...me, ...listing(hostile) });
    const { router, person } = renderApp('/audit', { accessToken });
    await person.click(await screen.findByRole('button', { name: 'Details of entry 7' }));
    await waitFor(() => expect(router.state.location.search).toEqual({ entry: '7' }));
    expect(await screen.findByLabelText('Details')).toMatchObject({
      textContent: JSON.stringify({ command: 'rm\u0007 <img src=x>', n: 1 }, null, 2),
    });
    expect(screen.getByText(hash)).toBeDefined();
    expect(screen.getAllByText('<b>a‹U+202E›b</b>')).toHaveLength(2);
    await person.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(router.state.location.search).toEqual({}));
  });

  it('that does not exist is reported as missing', async () => {
    fakePortal({ ...me, ...listing() });
    renderApp('/audit?entry=12345', { accessToken });
    expect(await screen.findByText("This entry doesn't exist, or was removed because of its age.")).toBeDefined();
  });
});

describe('verifying', () => {
  it('says that all is sound, with the head to write down', async () => {
    const head = { id: '1234', hash };
    fakePortal({
      ...me,
      ...listing(),
      'POST /audit/verify': { data: { entries: 1234, removedTo: '500', head, broken: null } },
    });
    const { person } = renderApp('/audit', { accessToken });
    await person.click(await screen.findByRole('button', { name: 'Verify' }));
    expect(await screen.findByText(/^1.?234 entries were checked: nothing was changed/)).toBeDefined();
    expect(screen.getByText(`1234:${hash}`)).toBeDefined();
    expect(screen.getByText('Entries up to 500 were removed because of their age.')).toBeDefined();
  });

  it('names the broken entry, why, and shows it', async () => {
    const broken = { id: '3', reason: 'It was changed.' };
    fakePortal({
      ...me,
      ...listing(),
      'POST /audit/verify': { data: { entries: 2, removedTo: null, head: null, broken } },
    });
    const { router, person } = renderApp('/audit', { accessToken });
    await person.click(await screen.findByRole('button', { name: 'Verify' }));
    const alert = within(await screen.findByRole('alert'));
    expect(alert.getByText('Entry 3 is broken.')).toBeDefined();
    expect(alert.getByText('It was changed.')).toBeDefined();
    await person.click(alert.getByRole('button', { name: 'Show entry 3' }));
    await waitFor(() => expect(router.state.location.search).toEqual({ entry: '3' }));
  });

  it('says where it did not work, and tries again', async () => {
    const portal = fakePortal({ ...me, ...listing(), 'POST /audit/verify': { status: 503, error: 'Not now.' } });
    const { person } = renderApp('/audit', { accessToken });
    await person.click(await screen.findByRole('button', { name: 'Verify' }));
    expect(await screen.findByText('Not now.')).toBeDefined();
    await person.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(portal.callsOf('POST /audit/verify')).toHaveLength(2));
  });
});
