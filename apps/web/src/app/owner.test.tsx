import { roles } from '@tribehall/contract/roles';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import * as download from '../lib/browser/download.ts';
import { fakePortal } from '../testing/fake-portal.ts';
import { renderApp } from '../testing/render-app.tsx';
import { buildUser } from '../testing/users.ts';

const owner = buildUser({ roles: [roles.Owner] });
const accessToken = 't1';
const nico = {
  id: 'u2',
  email: 'nico@tribehall.test',
  username: 'Nico',
  roles: [],
  createdAt: '2026-01-02T03:04:05Z',
  disabledAt: null,
  sessions: 2,
};
const me = { 'GET /users/me': { data: owner } };
const users = { 'GET /users': { data: { users: [nico], total: 1, pageSize: 50 } } };

function lastQuery(portal: ReturnType<typeof fakePortal>) {
  return Object.fromEntries(portal.callsOf('GET /users').at(-1)?.search ?? []);
}

function entry(id: string, target: string) {
  const at = '2026-01-02T03:04:05Z';
  return { id, at, actor: 'Olive', address: '127.0.0.1', action: 'users.roles', target, outcome: 'done' };
}

describe('the user list', () => {
  it('changes roles only after a confirmation', async () => {
    const portal = fakePortal({ ...me, ...users, 'PUT /users/{userId}/roles': { data: nico } });
    const { person } = renderApp('/users', { accessToken });
    await person.click(await screen.findByRole('button', { name: 'Change roles of Nico' }));
    const dialog = within(await screen.findByRole('dialog'));
    await person.click(dialog.getByLabelText('Admin'));
    expect(portal.requests.filter(({ method }) => method === 'PUT')).toEqual([]);
    await person.click(dialog.getByRole('button', { name: 'Change roles' }));
    await waitFor(() => expect(portal.requests.some(({ method }) => method === 'PUT')).toBe(true));
    const call = portal.requests.find(({ method }) => method === 'PUT');
    expect(call).toMatchObject({ path: '/users/u2/roles', body: { roles: [roles.Admin] } });
  });

  it('shows a refusal inside the dialog', async () => {
    fakePortal({ ...me, ...users });
    const { person } = renderApp('/users', { accessToken });
    await person.click(await screen.findByRole('button', { name: 'Change roles of Nico' }));
    const dialog = within(await screen.findByRole('dialog'));
    await person.click(dialog.getByRole('button', { name: 'Change roles' }));
    expect(await dialog.findByText('This call is not faked.')).toBeDefined();
  });

  it('removes someone only after the name is typed', async () => {
    const portal = fakePortal({ ...me, ...users });
    const { person } = renderApp('/users', { accessToken });
    await person.click(await screen.findByRole('button', { name: 'More for Nico' }));
    await person.click(await screen.findByRole('menuitem', { name: 'Remove user…' }));
    const dialog = within(await screen.findByRole('dialog'));
    const confirm = dialog.getByRole<HTMLButtonElement>('button', { name: 'Remove user' });
    expect(confirm.disabled).toBe(true);
    await person.type(dialog.getByLabelText('Type Nico to confirm'), 'Nico');
    await person.click(confirm);
    await waitFor(() => expect(portal.requests.some(({ method }) => method === 'DELETE')).toBe(true));
    expect(portal.requests.find(({ method }) => method === 'DELETE')?.path).toBe('/users/u2');
  });

  it('shows who is disabled and who is logged in, in words', async () => {
    const disabled = { ...nico, id: 'u3', username: 'Zoë', disabledAt: '2026-01-03T00:00:00Z', sessions: 0 };
    fakePortal({ ...me, 'GET /users': { data: { users: [nico, disabled], total: 2, pageSize: 50 } } });
    renderApp('/users', { accessToken });
    const [first, second] = (await screen.findAllByRole('row')).slice(1).map((row) => within(row));
    expect([first?.getByText('Active'), first?.getByText('2 sessions')]).not.toContain(undefined);
    expect([second?.getByText('Disabled'), second?.getByText('Not logged in')]).not.toContain(undefined);
  });

  it('disables an account only after a confirmation that says what happens, and can undo it', async () => {
    const portal = fakePortal({ ...me, ...users, 'PUT /users/{userId}/disabled': { data: nico } });
    const { person } = renderApp('/users', { accessToken });
    await person.click(await screen.findByRole('button', { name: 'More for Nico' }));
    await person.click(await screen.findByRole('menuitem', { name: 'Disable account…' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(/Nico .* will be logged out everywhere and can't log in/)).toBeDefined();
    const calls = () => portal.callsOf('PUT /users/{userId}/disabled').map(({ body }) => body);
    expect(calls()).toEqual([]);
    await person.click(dialog.getByRole('button', { name: 'Disable account' }));
    await person.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(calls()).toEqual([{ isDisabled: true }, { isDisabled: false }]));
  });

  it('enables a disabled account again', async () => {
    const disabled = { ...nico, disabledAt: '2026-01-03T00:00:00Z' };
    const list = { 'GET /users': { data: { users: [disabled], total: 1, pageSize: 50 } } };
    const portal = fakePortal({ ...me, ...list, 'PUT /users/{userId}/disabled': { data: nico } });
    const { person } = renderApp('/users', { accessToken });
    await person.click(await screen.findByRole('button', { name: 'More for Nico' }));
    expect(screen.queryByRole('menuitem', { name: 'Disable account…' })).toBeNull();
    await person.click(await screen.findByRole('menuitem', { name: 'Enable account…' }));
    await person.click(await screen.findByRole('button', { name: 'Enable account' }));
    expect(await screen.findByText('Account of Nico enabled.')).toBeDefined();
    expect(portal.callsOf('PUT /users/{userId}/disabled').map(({ body }) => body)).toEqual([{ isDisabled: false }]);
  });

  it('ends the sessions of someone and says how many', async () => {
    const portal = fakePortal({ ...me, ...users, 'DELETE /users/{userId}/sessions': { data: { ended: 2 } } });
    const { person } = renderApp('/users', { accessToken });
    await person.click(await screen.findByRole('button', { name: 'More for Nico' }));
    await person.click(await screen.findByRole('menuitem', { name: 'End sessions…' }));
    await person.click(await screen.findByRole('button', { name: 'End sessions' }));
    expect(await screen.findByText('2 sessions of Nico ended.')).toBeDefined();
    expect(portal.callsOf('DELETE /users/{userId}/sessions')[0]?.path).toBe('/users/u2/sessions');
  });

  it('refetches when the audit log reports a change to users', async () => {
    const portal = fakePortal({ ...me, ...users }, [{ topic: 'audit', event: 'snapshot', data: {} }]);
    renderApp('/users', { accessToken });
    await screen.findByText('2 sessions');
    const before = portal.callsOf('GET /users').length;
    portal.push({ topic: 'audit', event: 'added', data: entry('9', 'Nico') });
    await waitFor(() => expect(portal.callsOf('GET /users').length).toBeGreaterThan(before));
  });

  it('searches through the address', async () => {
    const portal = fakePortal({ ...me, ...users });
    const { router, person } = renderApp('/users?page=3', { accessToken });
    await person.type(await screen.findByRole('searchbox'), 'ni');
    await waitFor(() => expect(router.state.location.search).toEqual({ search: 'ni' }));
    await waitFor(() => expect(lastQuery(portal)).toEqual({ search: 'ni', page: '1', sort: 'username', order: 'asc' }));
    expect(portal.callsOf('GET /users')[0]?.search.get('page')).toBe('3');
  });

  it('is sorted by the portal, as the address says; another order begins with the first page', async () => {
    const last = { ...nico, id: 'u3', username: 'Aaron', email: 'zz@tribehall.test' };
    const portal = fakePortal({ ...me, 'GET /users': { data: { users: [nico, last], total: 200, pageSize: 50 } } });
    const { router, person } = renderApp('/users?search=n&page=3&sort=email&order=desc', { accessToken });
    await screen.findByText('Nico');
    expect(lastQuery(portal)).toEqual({ search: 'n', page: '3', sort: 'email', order: 'desc' });
    expect(screen.getByRole('columnheader', { name: 'Email' }).getAttribute('aria-sort')).toBe('descending');
    // In the order of the portal, not sorted again.
    expect(screen.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual(['Nico', 'Aaron']);
    await person.click(screen.getByRole('button', { name: 'Next' }));
    await waitFor(() => expect(lastQuery(portal)).toMatchObject({ page: '4', sort: 'email', order: 'desc' }));
    await person.click(screen.getByRole('button', { name: 'Since' }));
    await waitFor(() =>
      expect(lastQuery(portal)).toEqual({ search: 'n', page: '1', sort: 'createdAt', order: 'desc' }),
    );
    expect(router.state.location.search).toEqual({ search: 'n', sort: 'createdAt', order: 'desc' });
  });

  it('takes an unknown order in the address for the usual one', async () => {
    const portal = fakePortal({ ...me, ...users });
    renderApp('/users?sort=roles&order=sideways', { accessToken });
    await screen.findByText('Nico');
    expect(lastQuery(portal)).toEqual({ page: '1', sort: 'username', order: 'asc' });
  });

  it('exports all that match, not only the page, with nothing that a spreadsheet would run', async () => {
    const all = Array.from({ length: 1200 }, (_, n) => ({ ...nico, id: `n${n}`, username: `N${n}` }));
    all[1100] = { ...nico, id: 'evil', username: '=cmd()' };
    const portal = fakePortal({
      ...me,
      'GET /users': ({ search }) => {
        const [page, pageSize] = [Number(search.get('page')), Number(search.get('limit') ?? 50)];
        // The last of a page is also the first of the next one, as if someone had registered meanwhile.
        const start = (page - 1) * (pageSize - 1);
        return { data: { users: all.slice(start, start + pageSize), total: 1200, pageSize } };
      },
    });
    const save = vi.spyOn(download, 'saveText').mockReturnValue();
    const { person } = renderApp('/users?search=n&sort=createdAt', { accessToken });
    await screen.findByText('N0');
    await person.click(screen.getByRole('button', { name: 'View' }));
    await person.click(await screen.findByRole('button', { name: 'Export CSV' }));
    expect(await screen.findByText('1,200 rows exported.')).toBeDefined();
    const lines = save.mock.calls[0]?.[2].trimEnd().split('\r\n') ?? [];
    expect(lines).toHaveLength(1201);
    expect(lines[1101]).toMatch(/^"'=cmd\(\)",nico@tribehall\.test,/);
    expect(lastQuery(portal)).toEqual({ search: 'n', sort: 'createdAt', order: 'asc', page: '2', limit: '1000' });
    save.mockRestore();
  });

  it('saves no part of the list when a page of the export fails', async () => {
    fakePortal({
      ...me,
      'GET /users': ({ search }) =>
        search.get('page') === '2'
          ? { status: 500, error: 'The database is away.', code: 'INTERNAL' }
          : { data: { users: [nico], total: 1200, pageSize: 1000 } },
    });
    const save = vi.spyOn(download, 'saveText').mockReturnValue();
    const { person } = renderApp('/users', { accessToken });
    await screen.findByText('Nico');
    await person.click(screen.getByRole('button', { name: 'View' }));
    await person.click(await screen.findByRole('button', { name: 'Export CSV' }));
    expect(await screen.findByText(/The database is away/)).toBeDefined();
    expect(save).not.toHaveBeenCalled();
    expect(screen.getByRole('button', { name: 'Export CSV' })).toBeDefined();
    save.mockRestore();
  });

  it('shows in the search field what the address says, also after going back', async () => {
    fakePortal({ ...me, ...users });
    const { router, person } = renderApp('/users', { accessToken });
    const field = await screen.findByRole<HTMLInputElement>('searchbox');
    await person.type(field, 'ni');
    await waitFor(() => expect(router.state.location.search).toEqual({ search: 'ni' }));
    expect(field.value).toBe('ni');
    await router.navigate({ to: '/users', search: { search: 'olive' } });
    await waitFor(() => expect(field.value).toBe('olive'));
    router.history.back();
    await waitFor(() => expect(field.value).toBe('ni'));
  });
});

describe('the audit log', () => {
  it('puts new entries on top, each once', async () => {
    const events = [entry('1', 'old'), entry('2', 'newer'), entry('3', 'newest')];
    const first = { entries: events.slice(0, 1), hasMore: false };
    fakePortal(
      { ...me, 'GET /audit': { data: first } },
      events.map((data) => ({ topic: 'audit', event: 'added', data })),
    );
    renderApp('/audit', { accessToken });
    await screen.findByText('newest');
    const rows = screen.getAllByRole('row').slice(1);
    expect(rows.map((row) => within(row).getAllByRole('cell')[2]?.textContent)).toEqual(['newest', 'newer', 'old']);
    expect(screen.getByText('live')).toBeDefined();
  });

  it('continues below the last entry', async () => {
    const portal = fakePortal({
      ...me,
      'GET /audit': ({ search }) =>
        search.has('before')
          ? { data: { entries: [entry('4', 'deeper')], hasMore: false } }
          : { data: { entries: [entry('9', 'top'), entry('5', 'middle')], hasMore: true } },
    });
    const { person } = renderApp('/audit', { accessToken });
    await person.click(await screen.findByRole('button', { name: 'Load more' }));
    await screen.findByText('deeper');
    expect(portal.callsOf('GET /audit').at(-1)?.search.toString()).toBe('before=5');
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
  });
});

describe('the picker', () => {
  it('says so while the list is not built', async () => {
    fakePortal(me);
    const { person } = renderApp('/arkbot/servers', { accessToken });
    await person.click(await screen.findByRole('button', { name: 'Select a server...' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByText('This call is not faked.')).toBeDefined();
  });
});
