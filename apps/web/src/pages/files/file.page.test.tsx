import { roles } from '@tribehall/contract/roles';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { FileDetails } from '../../features/files/files.queries.ts';
import { fakePortal } from '../../testing/fake-portal.ts';
import { buildDetails } from '../../testing/files.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { buildUser } from '../../testing/users.ts';

const accessToken = 't1';
const path = '/files/f1';
const me = { 'GET /users/me': { data: buildUser({ username: 'Mira', roles: [roles.Admin] }) } };
const shown = (changes: Partial<FileDetails> = {}) => ({ 'GET /files/{id}': { data: buildDetails(changes) } });
const viewed = '/api/files/f1/content?for=anyone&expires=9&signature=x';
const viewable = { 'POST /files/{id}/view': { data: { url: viewed } } };
const missing = { status: 404, error: 'There is no such file, or you may not open it.', code: 'NOT_FOUND' };
const video = () => document.querySelector('video') ?? document.body;
const rawText = (text: string) => ({ 'GET /files/{id}/raw': () => new Response(text) });

describe('the page of a file', () => {
  it('shows a visitor what there is to know, and nothing to change', async () => {
    const portal = fakePortal(shown({ fileName: 'maps/island.zip', size: 1_234_567, visibility: 'public' }));
    renderApp(path);
    expect(await screen.findByText('maps/')).toBeDefined();
    expect(screen.getByText('island.zip')).toBeDefined();
    expect(screen.getByText(`1.2 MB (${(1_234_567).toLocaleString()} bytes)`)).toBeDefined();
    expect(screen.getByText('Mira')).toBeDefined();
    expect(screen.getByText('XXH3')).toBeDefined();
    expect(screen.getByText('00c0ffee00c0ffee')).toBeDefined();
    expect(screen.queryByRole('combobox')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull();
    await waitFor(() => expect(document.title).toBe('maps/island.zip · Tribehall'));
    expect(portal.requests.some(({ path: called }) => called === '/events')).toBe(false);
  });

  it('lets those who may change it choose who sees it, and goes back when that fails', async () => {
    const refusal = { status: 503, error: 'The portal is busy.', code: 'UNAVAILABLE' };
    const portal = fakePortal({ ...me, ...shown({ mayChange: true }), 'PUT /files/{id}': refusal });
    const { person } = renderApp(path, { accessToken });
    const select = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Who can open this file' });
    await person.selectOptions(select, 'private');
    expect(await screen.findByText('The portal is busy.')).toBeDefined();
    expect(portal.callsOf('PUT /files/{id}')[0]?.body).toEqual({ visibility: 'private' });
    await waitFor(() => expect(select.value).toBe('admins'));
  });

  it('is left when the file is deleted, and Undo leads back', async () => {
    const portal = fakePortal({
      ...me,
      'GET /files/usage': { data: { files: 0, bytes: 0, quotaBytes: 1e9, maxFileBytes: 1e9 } },
      'GET /files/uploads': { data: [] },
      ...shown({ mayChange: true }),
      'GET /files': { data: [] },
      'DELETE /files/{id}': { data: {} },
      'POST /files/{id}/restore': { data: buildDetails() },
    });
    const { router, person } = renderApp(path, { accessToken });
    await person.click(await screen.findByRole('button', { name: 'Delete' }));
    await screen.findByRole('heading', { name: 'Files' });
    await person.click(await screen.findByRole('button', { name: 'Undo' }));
    await screen.findByRole('heading', { name: 'map.png' });
    expect(router.state.location.pathname).toBe(path);
    expect(portal.callsOf('POST /files/{id}/restore')).toHaveLength(1);
  });

  it('downloads by the address that the portal gives, if that is its own', async () => {
    const saved: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
      saved.push(this.getAttribute('href') ?? '');
    });
    const urls = [viewed, 'https://evil.example/api/files/f1'];
    fakePortal({ ...shown(), 'POST /files/{id}/download': () => ({ data: { url: urls.shift() ?? '' } }) });
    const { person } = renderApp(path);
    const button = await screen.findByRole('button', { name: 'Download' });
    await person.click(button);
    await waitFor(() => expect(saved).toEqual([viewed]));
    await person.click(button);
    expect(await screen.findByText('The portal returned a link to another site.')).toBeDefined();
    expect(saved).toEqual([viewed]);
  });

  it('copies its own address', async () => {
    fakePortal(shown());
    const { person } = renderApp(path);
    await person.click(await screen.findByRole('button', { name: 'Copy link' }));
    await screen.findByText('Link copied.');
    expect(await navigator.clipboard.readText()).toBe(`${location.origin}/files/f1`);
  });

  it('offers a visitor the login where a file is not shown, which leads back', async () => {
    fakePortal({ 'GET /files/{id}': missing });
    const { router, person } = renderApp(path);
    expect((await screen.findByRole('alert')).textContent).toContain(missing.error);
    await person.click(screen.getByRole('link', { name: 'log in' }));
    await screen.findByRole('button', { name: 'Log In' });
    expect(router.state.location).toMatchObject({ pathname: '/login', search: { redirect: path } });
  });

  it('offers no login to who is logged in', async () => {
    fakePortal({ ...me, 'GET /files/{id}': missing });
    renderApp(path, { accessToken });
    await screen.findByText(missing.error);
    expect(screen.queryByRole('link', { name: 'log in' })).toBeNull();
  });

  it('forgets a file that it may not show any more', async () => {
    let reply: object = { data: buildDetails({ fileName: 'secret.zip', mayChange: true }) };
    const portal = fakePortal({ ...me, 'GET /files/{id}': () => reply });
    renderApp(path, { accessToken });
    await screen.findByRole('heading', { name: 'secret.zip' });
    await waitFor(() => expect(portal.requests.some(({ path: called }) => called === '/events')).toBe(true));
    reply = missing;
    portal.push({ topic: 'files', event: 'changed', data: {} });
    await screen.findByText(missing.error);
    expect(screen.queryByText('secret.zip')).toBeNull();
  });

  it.each(['usage', 'uploads'])('does not show another reply as a file: /files/%s', async (word) => {
    fakePortal({ ...me, 'GET /files/usage': { data: { files: 1 } }, 'GET /files/uploads': { data: [] } });
    renderApp(`/files/${word}`, { accessToken });
    expect(await screen.findByText('There is no such file.')).toBeDefined();
  });
});

describe('the preview of a file', () => {
  it.each([
    ['image', 'img'],
    ['audio', 'audio'],
    ['video', 'video'],
  ] as const)('shows what is an %s from a signed address', async (preview, element) => {
    fakePortal({ ...shown({ preview }), ...viewable });
    renderApp(path);
    await screen.findByRole('heading', { name: 'Preview' });
    await waitFor(() => expect(document.querySelector(`main ${element}`)?.getAttribute('src')).toBe(viewed));
    expect(document.querySelector('main [autoplay]')).toBeNull();
  });

  it('follows no address but the portal’s own', async () => {
    fakePortal({
      ...shown({ preview: 'image' }),
      'POST /files/{id}/view': { data: { url: 'https://evil.example/x.png' } },
    });
    renderApp(path);
    expect(await screen.findByText('The portal returned a link to another site.')).toBeDefined();
    expect(document.querySelector('main img')).toBeNull();
  });

  it('requests a new URL once when the old one fails, then offers a download', async () => {
    let count = 0;
    const portal = fakePortal({
      ...shown({ preview: 'video' }),
      'POST /files/{id}/view': () => ({ data: { url: `${viewed}${(count += 1)}` } }),
    });
    renderApp(path);
    await waitFor(() => expect(video().getAttribute('src')).toBe(`${viewed}1`));
    fireEvent.error(video());
    await waitFor(() => expect(video().getAttribute('src')).toBe(`${viewed}2`));
    fireEvent.error(video());
    expect(await screen.findByText(/^This video can't be previewed\./)).toBeDefined();
    expect(portal.callsOf('POST /files/{id}/view')).toHaveLength(2);
  });

  it('enlarges an image and back', async () => {
    fakePortal({ ...shown({ preview: 'image' }), ...viewable });
    const { person } = renderApp(path);
    const button = await screen.findByRole('button', { name: 'Full size of map.png' });
    await person.click(button);
    expect(button.getAttribute('aria-pressed')).toBe('true');
    await person.click(button);
    expect(button.getAttribute('aria-pressed')).toBe('false');
  });

  it('shows text as text, with what hides in it', async () => {
    fakePortal({ ...shown({ preview: 'text' }), ...rawText('<script>alert(1)</script>\nsafe\u202Etxt') });
    const { person } = renderApp(path);
    const region = await screen.findByRole('region', { name: 'Text of the file' });
    expect(region.textContent).toBe('<script>alert(1)</script>\nsafe‹U+202E›txt');
    await person.click(screen.getByRole('button', { name: 'Copy text' }));
    await screen.findByText('Text copied.');
    expect(await navigator.clipboard.readText()).toBe('<script>alert(1)</script>\nsafe\u202Etxt');
    expect(region.dataset['wrapped']).toBe('true');
    await person.click(screen.getByRole('button', { name: "Don't wrap lines" }));
    expect(region.dataset['wrapped']).toBeUndefined();
  });

  it('lays out JSON', async () => {
    fakePortal({ ...shown({ preview: 'text' }), ...rawText('{"guild":81384788765712384,"list":[]}') });
    renderApp(path);
    const region = await screen.findByRole('region', { name: 'Text of the file' });
    expect(region.textContent).toBe('{\n  "guild": 81384788765712384,\n  "list": []\n}');
  });

  it('is silent about a file that is no text', async () => {
    const portal = fakePortal({
      ...shown({ preview: 'text' }),
      'GET /files/{id}/raw': { status: 400, error: 'This content cannot be shown as text.', code: 'INVALID_TYPE' },
    });
    renderApp(path);
    await screen.findByRole('heading', { name: 'map.png' });
    await waitFor(() => expect(portal.callsOf('GET /files/{id}/raw')).toHaveLength(1));
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Preview' })).toBeNull());
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('shows every other failure', async () => {
    fakePortal({
      ...shown({ preview: 'text' }),
      'GET /files/{id}/raw': { status: 503, error: 'Busy.', code: 'UNAVAILABLE' },
    });
    renderApp(path);
    expect((await screen.findByRole('alert')).textContent).toContain('Unknown error accurred.');
  });

  it('is not there for what can only be downloaded', async () => {
    const portal = fakePortal(shown({ preview: 'none' }));
    renderApp(path);
    await screen.findByRole('heading', { name: 'map.png' });
    expect(screen.queryByRole('heading', { name: 'Preview' })).toBeNull();
    expect(portal.requests.filter(({ path: called }) => called.startsWith('/files/f1/'))).toEqual([]);
  });
});
