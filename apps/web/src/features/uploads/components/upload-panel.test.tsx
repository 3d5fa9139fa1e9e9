import { roles } from '@tribehall/contract/roles';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../lib/api/api-error.ts';
import { session, token } from '../../../lib/api/session.ts';
import { fakePortal } from '../../../testing/fake-portal.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { buildUnfinished, recordAttempts, type UploadAttempt } from '../../../testing/uploads.ts';
import { buildUser } from '../../../testing/users.ts';
import * as transfer from '../upload-transfer.ts';
import type { UnfinishedUpload } from '../uploads.queries.ts';
import { uploads, uploadVisibility } from '../uploads.ts';

const attempts: UploadAttempt[] = [];
const discarded: string[] = [];

const unfinished = buildUnfinished({ visibility: 'public' });

function openFiles({ pending = [] as UnfinishedUpload[] } = {}) {
  const portal = fakePortal({
    'GET /users/me': { data: buildUser({ roles: [roles.Admin] }) },
    'GET /files': { data: [] },
    'GET /files/usage': { data: { files: 0, bytes: 0, quotaBytes: 1e9, maxFileBytes: 1e6 } },
    'GET /files/uploads': () => ({ data: pending.filter(({ uploadId }) => !discarded.includes(uploadId)) }),
  });
  return { portal, ...renderApp('/files', { accessToken: 't1' }) };
}

const fileNamed = (name: string, content = '0123456789') => new File([content], name, { lastModified: 7 });
const input = (label: string) => screen.findByLabelText<HTMLInputElement>(label);
const attemptOf = (name: string) =>
  waitFor(() => {
    const found = attempts.find(({ metadata }) => metadata.filename === name);
    if (found === undefined) throw new Error(`${name} is not sent.`);
    return found;
  });
const rowOf = async (name: string) => {
  const list = await screen.findByRole('list', { name: 'Uploads' });
  return waitFor(() => {
    const row = within(list)
      .getAllByRole('listitem')
      .find(({ textContent }) => textContent?.includes(name));
    if (row === undefined) throw new Error(`${name} is not listed.`);
    return within(row);
  });
};

/** Whether the browser would warn before unloading. */
const leave = () => {
  const event = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(event);
  return event.defaultPrevented;
};

beforeEach(() => {
  // Nothing is sent: these tests are about what the panel shows.
  vi.spyOn(transfer, 'loadTus').mockResolvedValue(undefined as never);
  vi.spyOn(transfer, 'discardUpload').mockImplementation(async (uploadId) => void discarded.push(uploadId));
  vi.spyOn(transfer, 'sendFile').mockImplementation((sending) => recordAttempts(attempts)(sending));
  attempts.length = 0;
  discarded.length = 0;
  uploadVisibility.set(null);
  uploads.forget();
});

describe('the upload panel', () => {
  it('uploads privately unless another choice was made, and remembers that', async () => {
    const { person } = openFiles();
    expect((await screen.findByRole<HTMLInputElement>('radio', { name: 'Private' })).checked).toBe(true);
    await person.upload(await input('Files to upload'), fileNamed('a.txt'));
    expect((await attemptOf('a.txt')).metadata.visibility).toBe('private');
    await person.click(screen.getByRole('radio', { name: 'Everyone with link' }));
    await person.upload(await input('Files to upload'), fileNamed('b.txt'));
    expect((await attemptOf('b.txt')).metadata.visibility).toBe('public');
    expect(uploadVisibility.get()).toBe('public');
  });

  it('shows progress, then name, id and link, and refreshes the list', async () => {
    const { portal, person } = openFiles();
    await person.upload(await input('Files to upload'), fileNamed('a.txt'));
    const sending = await attemptOf('a.txt');
    const listed = portal.callsOf('GET /files').length;
    sending.onProgress(0);
    sending.onProgress(4);
    // Queried again each time, because React may replace the element.
    await waitFor(() => {
      const bar = within(screen.getByRole('list', { name: 'Uploads' })).getByRole('progressbar');
      expect([bar.getAttribute('value'), bar.getAttribute('max')]).toEqual(['4', '10']);
    });
    expect((await rowOf('a.txt')).getByText('4 B of 10 B')).toBeDefined();
    expect(screen.getByRole('progressbar', { name: 'All uploads' })).toBeDefined();
    expect(screen.getByText('0 of 1 file uploaded')).toBeDefined();
    sending.resolve('f1');
    const link = await screen.findByRole('link', { name: 'a.txt' });
    expect(link.getAttribute('href')).toBe('/files/f1');
    expect((await rowOf('a.txt')).getByText('f1')).toBeDefined();
    expect(screen.getByText('1 file uploaded')).toBeDefined();
    await waitFor(() => expect(portal.callsOf('GET /files').length).toBeGreaterThan(listed));
    expect(screen.getAllByRole('status').some(({ textContent }) => textContent.includes('a.txt'))).toBe(true);
    await person.click(screen.getByRole('button', { name: 'Clear finished' }));
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Uploads' })).toBeNull());
    expect(document.activeElement?.textContent).toBe('Upload');
  });

  it('shows why an upload failed and retries it', async () => {
    const { person } = openFiles();
    await person.upload(await input('Files to upload'), fileNamed('a.txt'));
    (await attemptOf('a.txt')).reject(new ApiError({ status: 507, message: 'There is no space left.' }));
    expect(await screen.findByText('There is no space left.')).toBeDefined();
    attempts.length = 0;
    await person.click(screen.getByRole('button', { name: /^Retry the upload of/ }));
    (await attemptOf('a.txt')).resolve('f1');
    expect(await screen.findByRole('link', { name: 'a.txt' })).toBeDefined();
  });

  it('says that it retries when the connection is lost', async () => {
    const { person } = openFiles();
    await person.upload(await input('Files to upload'), fileNamed('a.txt'));
    (await attemptOf('a.txt')).reject(new ApiError({ status: 0, message: 'Could not reach API server.' }));
    expect(await screen.findByText('Could not reach API server. Trying again…')).toBeDefined();
  });

  it('refuses a file that is too large', async () => {
    const { person } = openFiles();
    await person.upload(await input('Files to upload'), fileNamed('big.bin', 'x'.repeat(1_000_001)));
    expect(await screen.findByText('File is too large.')).toBeDefined();
    expect(attempts).toEqual([]);
    expect(screen.queryByRole('button', { name: /^Retry/ })).toBeNull();
  });

  it('asks before it cancels several', async () => {
    const { person } = openFiles();
    await person.upload(await input('Files to upload'), [fileNamed('a.txt'), fileNamed('b.txt')]);
    (await attemptOf('b.txt')).onCreated('u7');
    await person.click(await screen.findByRole('button', { name: 'Cancel all' }));
    expect(attempts.some(({ signal }) => signal.aborted)).toBe(false);
    await person.click(await screen.findByRole('button', { name: 'Cancel 2 uploads' }));
    expect(await screen.findAllByText('Cancelled')).toHaveLength(2);
    await waitFor(() => expect(discarded).toEqual(['u7']));
  });

  it('renders only the visible rows of thousands', async () => {
    const { person } = openFiles();
    await person.upload(
      await input('Files to upload'),
      Array.from({ length: 5000 }, (_, index) => fileNamed(`${index}.txt`)),
    );
    const list = await screen.findByRole('list', { name: 'Uploads' });
    const rows = () => within(list).getAllByRole('listitem');
    await waitFor(() => expect(rows()[0]?.getAttribute('aria-setsize')).toBe('5000'));
    expect(rows().length).toBeLessThan(60);
    await waitFor(() => expect(attempts).toHaveLength(3));
  });
});

describe('dropped files', () => {
  it('are accepted anywhere on the page, with a note about skipped ones', async () => {
    openFiles();
    await input('Files to upload');
    const items = [fileNamed('a.txt'), fileNamed('.DS_Store')];
    const dataTransfer = { types: ['Files'], files: items, items: [], dropEffect: 'none' };
    fireEvent.dragOver(document.body, { dataTransfer });
    expect(await screen.findByText('Drop files and directories to upload them')).toBeDefined();
    fireEvent.drop(document.body, { dataTransfer });
    await attemptOf('a.txt');
    expect(screen.queryByText('Drop files and directories to upload them')).toBeNull();
    expect(screen.getByText(/^Skipped system files/).textContent).toContain('.DS_Store');
    expect(attempts).toHaveLength(1);
  });

  it('are not expected when text is dragged', async () => {
    openFiles();
    await input('Files to upload');
    fireEvent.dragOver(document.body, { dataTransfer: { types: ['text/plain'], files: [], items: [] } });
    expect(screen.queryByText('Drop files and directories to upload them')).toBeNull();
  });
});

describe('unfinished uploads', () => {
  it('resume with the same file and no other', async () => {
    const { person } = openFiles({ pending: [unfinished] });
    expect(await screen.findByText(/^4 B of 10 B uploaded/)).toBeDefined();
    const chooser = await input('File “\u2068maps/island.png\u2069”');
    await person.upload(chooser, fileNamed('other.png'));
    expect((await screen.findByRole('alert')).textContent).toContain('Choose island.png.');
    await person.upload(chooser, fileNamed('island.png'));
    const sending = await attemptOf('maps/island.png');
    expect(sending).toMatchObject({ uploadId: 'u1', metadata: { visibility: 'public' } });
    await waitFor(() => expect(screen.queryByText('Unfinished uploads')).toBeNull());
  });

  it('are discarded after a confirmation', async () => {
    const { person } = openFiles({ pending: [unfinished] });
    await person.click(await screen.findByRole('button', { name: /^Discard the upload of/ }));
    expect(discarded).toEqual([]);
    await person.click(await screen.findByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(screen.queryByText('Unfinished uploads')).toBeNull());
    expect(discarded).toEqual(['u1']);
  });
});

describe('uploads of this tab', () => {
  it('continue while another page is open', async () => {
    const { person, router } = openFiles();
    await person.upload(await input('Files to upload'), fileNamed('a.txt'));
    const sending = await attemptOf('a.txt');
    await router.navigate({ to: '/' });
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Uploads' })).toBeNull());
    expect(sending.signal.aborted).toBe(false);
    sending.resolve('f1');
    await router.navigate({ to: '/files' });
    expect(await screen.findByRole('link', { name: 'a.txt' })).toBeDefined();
  });

  it('warn before the page unloads, but only while something is under way', async () => {
    const { person } = openFiles();
    expect(leave()).toBe(false);
    await person.upload(await input('Files to upload'), fileNamed('a.txt'));
    const sending = await attemptOf('a.txt');
    await waitFor(() => expect(leave()).toBe(true));
    sending.resolve('f1');
    await waitFor(() => expect(leave()).toBe(false));
  });

  it('end with the session', async () => {
    const { person } = openFiles();
    await person.upload(await input('Files to upload'), fileNamed('a.txt'));
    const sending = await attemptOf('a.txt');
    session.end();
    expect(sending.signal.aborted).toBe(true);
    await waitFor(() => expect(uploads.getSnapshot().rows).toEqual([]));
  });

  it.each([
    ['end when someone else logs in elsewhere', 'u2', true],
    ['go on when the login was renewed elsewhere', 'u1', false],
  ])('%s', async (_, id, isEnded) => {
    const { person } = openFiles();
    await person.upload(await input('Files to upload'), fileNamed('a.txt'));
    const sending = await attemptOf('a.txt');
    const next = fakePortal({ 'GET /users/me': { data: buildUser({ id, roles: [roles.Admin] }) } });
    localStorage.setItem('token', 't2');
    window.dispatchEvent(new StorageEvent('storage', { key: 'token' }));
    expect(token.get()).toBe('t2');
    await waitFor(() => expect(next.callsOf('GET /users/me').length).toBeGreaterThan(0));
    await waitFor(() => expect(sending.signal.aborted).toBe(isEnded));
  });
});
