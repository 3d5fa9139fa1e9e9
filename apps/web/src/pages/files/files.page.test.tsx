import { roles } from '@tribehall/contract/roles';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { ListedFile } from '../../features/files/files.queries.ts';
import { fakePortal } from '../../testing/fake-portal.ts';
import { buildDetails, buildFile } from '../../testing/files.ts';
import { later } from '../../testing/later.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { buildUser } from '../../testing/users.ts';

const accessToken = 't1';
const usage = { files: 3, bytes: 1.2e9, quotaBytes: 100e9, maxFileBytes: 5e9 };
const admin = buildUser({ username: 'Mira', roles: [roles.Admin] });
const base = {
  'GET /users/me': { data: admin },
  'GET /files/usage': { data: usage },
  'GET /files/uploads': { data: [] },
};
const files = [
  buildFile({ fileId: 'f1', fileName: 'maps/island.png', size: 1500, uploadedAt: '2026-01-03T00:00:00Z' }),
  buildFile({
    fileId: 'f2',
    fileName: 'save 10.zip',
    size: 2e9,
    uploadedBy: 'Zoë',
    uploadedAt: '2026-01-02T00:00:00Z',
  }),
  buildFile({ fileId: 'f3', fileName: 'save 2.zip', size: 7, uploadedBy: null, uploadedAt: '2026-01-01T00:00:00Z' }),
];
const listed = (list: ListedFile[] = files) => ({ 'GET /files': { data: list } });

const table = () => screen.findByRole('table', { name: 'Files' });
const names = () => screen.getAllByRole('link', { name: /save|island/ }).map((link) => link.textContent);
const nameOf = (fileName: string) => `“\u2068${fileName}\u2069”`;
const check = (fileName: string) => screen.getByRole('checkbox', { name: `Select ${nameOf(fileName)}` });

function privateOption(fileName: string): HTMLOptionElement {
  const select = screen.getByRole('combobox', { name: `Who can open ${nameOf(fileName)}` });
  return within(select).getByRole('option', { name: 'Private' });
}

describe('the list of files', () => {
  it('shows the files and how much space they use', async () => {
    fakePortal({ ...base, ...listed() });
    renderApp('/files', { accessToken });
    const rows = within(await table()).getAllByRole('row');
    expect(rows).toHaveLength(4);
    const first = within(rows[1] ?? document.body);
    expect(first.getByRole('link', { name: 'maps/island.png' }).getAttribute('href')).toBe('/files/f1');
    expect(first.getByText('1.5 kB')).toBeDefined();
    expect(first.getByText('Mira')).toBeDefined();
    expect(first.getByRole<HTMLSelectElement>('combobox').value).toBe('admins');
    expect(screen.getByText('Deleted user')).toBeDefined();
    expect(screen.getByText('3 files')).toBeDefined();
    expect(await screen.findByText('1.2 GB of 100 GB used')).toBeDefined();
    expect(screen.getByRole('progressbar', { name: 'Storage used by files' }).dataset['warning']).toBeUndefined();
  });

  it('warns when the storage is nearly full', async () => {
    fakePortal({ ...base, ...listed(), 'GET /files/usage': { data: { ...usage, bytes: 90e9 } } });
    renderApp('/files', { accessToken });
    expect(await screen.findByText(/^90\.0 GB of 100 GB used/)).toBeDefined();
    expect(screen.getByRole('progressbar', { name: 'Storage used by files' }).dataset['warning']).toBe('true');
  });

  it('is newest first, and sorts by each column through the address', async () => {
    fakePortal({ ...base, ...listed() });
    const { router, person } = renderApp('/files', { accessToken });
    await table();
    expect(names()).toEqual(['maps/island.png', 'save 10.zip', 'save 2.zip']);
    expect(screen.getByRole('columnheader', { name: 'Uploaded at' }).getAttribute('aria-sort')).toBe('descending');
    await person.click(screen.getByRole('button', { name: 'Name' }));
    await waitFor(() => expect(names()).toEqual(['maps/island.png', 'save 2.zip', 'save 10.zip']));
    expect(router.state.location.search).toMatchObject({ sort: 'name' });
    await person.click(screen.getByRole('button', { name: 'Name' }));
    await waitFor(() => expect(names()).toEqual(['save 10.zip', 'save 2.zip', 'maps/island.png']));
    expect(window.location.search).toBe('?sort=name&order=desc');
    expect(screen.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort')).toBe('descending');
    await person.click(screen.getByRole('button', { name: 'Name' }));
    await waitFor(() => expect(window.location.search).toBe('?sort=name'));
    await person.click(screen.getByRole('button', { name: 'Size' }));
    await waitFor(() => expect(names()).toEqual(['save 10.zip', 'maps/island.png', 'save 2.zip']));
    await person.click(screen.getByRole('button', { name: 'Uploaded at' }));
    await waitFor(() => expect(names()).toEqual(['maps/island.png', 'save 10.zip', 'save 2.zip']));
    expect(window.location.search).toBe('');
  });

  it('opens as the address says', async () => {
    fakePortal({ ...base, ...listed() });
    renderApp('/files?search=SAVE&sort=name&order=desc', { accessToken });
    await table();
    expect(names()).toEqual(['save 10.zip', 'save 2.zip']);
    expect(screen.getByText('2 of 3 files')).toBeDefined();
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('SAVE');
  });

  it('is searched by uploader without accents, and says when nothing is found', async () => {
    fakePortal({ ...base, ...listed() });
    const { router, person } = renderApp('/files?sort=size', { accessToken });
    await table();
    await person.type(screen.getByRole('searchbox'), 'zoe');
    await waitFor(() => expect(names()).toEqual(['save 10.zip']));
    expect(router.state.location.search).toMatchObject({ search: 'zoe', sort: 'size' });
    await person.type(screen.getByRole('searchbox'), 'xx');
    expect(await screen.findByText('No files found')).toBeDefined();
    await person.click(screen.getByRole('button', { name: 'Clear search' }));
    await waitFor(() => expect(names()).toHaveLength(3));
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('');
  });

  it('says so when there are none', async () => {
    fakePortal({ ...base, ...listed([]) });
    renderApp('/files', { accessToken });
    expect(await screen.findByText('No files found')).toBeDefined();
    expect(screen.getByText('Choose files above, or drop them anywhere on this page.')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Clear search' })).toBeNull();
  });

  it('has only the rows in the page that are near', async () => {
    const many = Array.from({ length: 10_000 }, (_, index) =>
      buildFile({ fileId: `f${index}`, fileName: `save ${index}` }),
    );
    fakePortal({ ...base, ...listed(many) });
    renderApp('/files?sort=name', { accessToken });
    const rows = within(await table()).getAllByRole('row');
    expect(rows.length).toBeLessThan(60);
    expect((await table()).getAttribute('aria-rowcount')).toBe('10001');
    expect(screen.getByText(`${(10_000).toLocaleString()} files`)).toBeDefined();
  });

  it('shows hostile names as they are', async () => {
    fakePortal({ ...base, ...listed([buildFile({ fileName: '<img src=x>/inv\u202Egnp.exe' })]) });
    renderApp('/files', { accessToken });
    expect(await screen.findByText('<img src=x>/')).toBeDefined();
    expect(screen.getByText('inv‹U+202E›gnp.exe')).toBeDefined();
  });

  it('is refetched when something changes', async () => {
    const portal = fakePortal({ ...base, ...listed() });
    renderApp('/files', { accessToken });
    await table();
    await screen.findByText('live');
    const before = portal.callsOf('GET /files').length;
    portal.push({ topic: 'files', event: 'changed', data: {} });
    await waitFor(() => expect(portal.callsOf('GET /files').length).toBe(before + 1));
    expect(portal.callsOf('GET /files/usage').length).toBeGreaterThan(1);
  });
});

describe('a file in the list', () => {
  it('changes who may open it', async () => {
    const portal = fakePortal({ ...base, ...listed(), 'PUT /files/{id}': { data: buildDetails() } });
    const { person } = renderApp('/files', { accessToken });
    await table();
    const select = screen.getByRole<HTMLSelectElement>('combobox', {
      name: `Who can open ${nameOf('maps/island.png')}`,
    });
    await person.selectOptions(select, 'Everyone with link');
    await waitFor(() => expect(portal.callsOf('PUT /files/{id}')).toHaveLength(1));
    expect(portal.callsOf('PUT /files/{id}')[0]).toMatchObject({ path: '/files/f1', body: { visibility: 'public' } });
  });

  it('goes back to what it was when the portal refuses', async () => {
    const reply = later<{ status: number; error: string; code: string }>();
    fakePortal({ ...base, ...listed(), 'PUT /files/{id}': () => reply.promise });
    const { person } = renderApp('/files', { accessToken });
    await table();
    const select = screen.getByRole<HTMLSelectElement>('combobox', {
      name: `Who can open ${nameOf('maps/island.png')}`,
    });
    await person.selectOptions(select, 'private');
    await waitFor(() => expect(select.value).toBe('private'));
    reply.resolve({ status: 404, error: 'There is no such file.', code: 'NOT_FOUND' });
    expect(await screen.findByText('There is no such file.')).toBeDefined();
    await waitFor(() => expect(select.value).toBe('admins'));
  });

  it('is made private by its uploader alone', async () => {
    fakePortal({ ...base, ...listed() });
    renderApp('/files', { accessToken });
    await table();
    expect(privateOption('maps/island.png').disabled).toBe(false);
    expect(privateOption('save 10.zip').disabled).toBe(true);
  });

  it('is downloaded by the address that the portal gives, if that is its own', async () => {
    const saved: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
      saved.push(this.getAttribute('href') ?? '');
    });
    const own = '/api/files/f1/content?for=s&expires=9&signature=x';
    const urls = [own, 'https://evil.example/f1', '//evil.example/api/f1', '/elsewhere', 'javascript:alert(1)'];
    fakePortal({ ...base, ...listed(), 'POST /files/{id}/download': () => ({ data: { url: urls.shift() ?? '' } }) });
    const { person } = renderApp('/files', { accessToken });
    await table();
    const button = screen.getByRole('button', { name: `Download ${nameOf('maps/island.png')}` });
    await person.click(button);
    await waitFor(() => expect(saved).toEqual([own]));
    await person.click(button);
    await screen.findByText('The portal returned a link to another site.');
    while (urls.length > 0) await person.click(button);
    await waitFor(() => expect(urls).toEqual([]));
    expect(saved).toEqual([own]);
  });

  it('gives its link away', async () => {
    fakePortal({ ...base, ...listed() });
    const { person } = renderApp('/files', { accessToken });
    await table();
    await person.click(screen.getByRole('button', { name: `Copy the link to ${nameOf('save 2.zip')}` }));
    expect(await screen.findByText('Link copied.')).toBeDefined();
    expect(await navigator.clipboard.readText()).toBe(`${location.origin}/files/f3`);
  });

  it('leads to its page', async () => {
    fakePortal({ ...base, ...listed(), 'GET /files/{id}': { data: buildDetails() } });
    const { router, person } = renderApp('/files', { accessToken });
    await table();
    await person.click(screen.getByRole('link', { name: 'maps/island.png' }));
    await screen.findByRole('heading', { name: 'map.png' });
    expect(router.state.location.pathname).toBe('/files/f1');
  });
});

describe('a deleted file', () => {
  const remove = `Delete ${nameOf('save 10.zip')}`;

  it('is gone at once, and can be brought back', async () => {
    let now = files;
    const portal = fakePortal({
      ...base,
      'GET /files': () => ({ data: now }),
      'DELETE /files/{id}': () => {
        now = files.filter(({ fileId }) => fileId !== 'f2');
        return { data: {} };
      },
      'POST /files/{id}/restore': () => {
        now = files;
        return { data: buildDetails({ fileId: 'f2' }) };
      },
    });
    const { person } = renderApp('/files', { accessToken });
    await table();
    await person.click(screen.getByRole('button', { name: remove }));
    await waitFor(() => expect(names()).toEqual(['maps/island.png', 'save 2.zip']));
    await person.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(names()).toHaveLength(3));
    expect(portal.callsOf('POST /files/{id}/restore')[0]?.path).toBe('/files/f2/restore');
  });

  it('comes back by itself when the portal refuses', async () => {
    const reply = later<{ status: number; error: string; code: string }>();
    fakePortal({ ...base, ...listed(), 'DELETE /files/{id}': () => reply.promise });
    const { person } = renderApp('/files', { accessToken });
    await table();
    await person.click(screen.getByRole('button', { name: remove }));
    await waitFor(() => expect(names()).toHaveLength(2));
    reply.resolve({ status: 503, error: 'The portal is busy.', code: 'UNAVAILABLE' });
    expect(await screen.findByText('The portal is busy.')).toBeDefined();
    await waitFor(() => expect(names()).toHaveLength(3));
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  it('does not come back while the portal has not replied yet', async () => {
    const reply = later<{ data: object }>();
    const portal = fakePortal({ ...base, ...listed(), 'DELETE /files/{id}': () => reply.promise });
    const { person } = renderApp('/files', { accessToken });
    await table();
    await screen.findByText('live');
    await person.click(screen.getByRole('button', { name: remove }));
    const asked = portal.callsOf('GET /files').length;
    portal.push({ topic: 'files', event: 'changed', data: {} });
    // Events arrive in sequence: once this one shows, the one before has arrived too.
    portal.push({ topic: 'users.me', event: 'changed', data: { ...admin, username: 'Heard' } });
    await screen.findByRole('button', { name: 'Account menu of Heard' });
    expect(names()).toHaveLength(2);
    expect(portal.callsOf('GET /files')).toHaveLength(asked);
    reply.resolve({ data: {} });
    await waitFor(() => expect(portal.callsOf('GET /files').length).toBeGreaterThan(asked));
  });
});

describe('several files', () => {
  it('are selected with Shift and deleted together; those that stay are reported', async () => {
    const portal = fakePortal({
      ...base,
      ...listed(),
      'DELETE /files/{id}': ({ path }) =>
        path === '/files/f1' ? { status: 404, error: 'There is no such file.', code: 'NOT_FOUND' } : { data: {} },
      'POST /files/{id}/restore': { data: buildDetails() },
    });
    const { person } = renderApp('/files', { accessToken });
    await table();
    await person.click(check('maps/island.png'));
    await person.keyboard('{Shift>}');
    await person.click(check('save 2.zip'));
    await person.keyboard('{/Shift}');
    const bar = within(screen.getByRole('group', { name: 'Selected files' }));
    expect(bar.getByText('3 selected')).toBeDefined();
    await person.click(bar.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText(/^Couldn't delete .*: There is no such file\.$/)).toBeDefined();
    expect(portal.callsOf('DELETE /files/{id}').map(({ path }) => path)).toEqual([
      '/files/f1',
      '/files/f2',
      '/files/f3',
    ]);
    expect(await screen.findByText('Deleted 2 files.')).toBeDefined();
    await person.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(portal.callsOf('POST /files/{id}/restore')).toHaveLength(2));
  });

  it('change together, without those that a search has hidden', async () => {
    const portal = fakePortal({ ...base, ...listed(), 'PUT /files/{id}': { data: buildDetails() } });
    const { person } = renderApp('/files', { accessToken });
    await table();
    await person.click(screen.getByRole('checkbox', { name: 'Select all files shown' }));
    await person.type(screen.getByRole('searchbox'), 'save');
    const bar = within(screen.getByRole('group', { name: 'Selected files' }));
    await bar.findByText('2 selected');
    await person.selectOptions(bar.getByRole('combobox'), 'Everyone with link');
    await waitFor(() => expect(portal.callsOf('PUT /files/{id}')).toHaveLength(2));
    expect(portal.callsOf('PUT /files/{id}').map(({ path }) => path)).toEqual(['/files/f2', '/files/f3']);
  });
});
