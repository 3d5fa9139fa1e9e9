import { roles } from '@tribehall/contract/roles';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import * as terminalScreen from '../../features/terminal/terminal-screen.ts';
import { formatDateTime } from '../../lib/text/format.ts';
import { fakePortal } from '../../testing/fake-portal.ts';
import { later } from '../../testing/later.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { buildUser } from '../../testing/users.ts';

const drawn = { text: '' };

/** The drawing needs a real browser; here it is only written down. */
const openTerminal = () => ({
  screen: {
    write: async (text: string) => {
      const [before = '', after] = text.split('\x1bc');
      drawn.text = after === undefined ? drawn.text + before : after;
    },
    writeLine: async (text: string) => void (drawn.text += text),
    clear: () => void (drawn.text = ''),
    selection: () => '',
    allText: () => drawn.text,
  },
  setLook: () => undefined,
  close: () => undefined,
});

const id = '1763451600000-abcdefghijklmnop';
const recording = {
  id,
  startedAt: '2026-11-18T07:40:00.000Z',
  user: 'Olive',
  command: 'ls -la',
  cwd: '/srv',
  bytes: 2048,
  durationMs: 65_000,
  state: 'ended',
  code: 3,
  endedBy: 'itself',
};
const cast = [
  { version: 2, command: 'ls -la', tribehall: { user: 'Olive', cwd: '/srv' } },
  [0.01, 'o', 'first\n'],
  [600, 'o', 'second\n'],
  [601, 'x', JSON.stringify({ code: 3, endedBy: 'itself' })],
]
  .map((line) => `${JSON.stringify(line)}\n`)
  .join('');
const base = { 'GET /users/me': { data: buildUser({ roles: [roles.Owner] }) } };
const file = () => new Response(cast, { headers: { 'content-type': 'application/x-asciicast' } });
const show = (path: string) => renderApp(path, { accessToken: 't1' });
const showsText = (text: string) => waitFor(() => expect(drawn.text).toContain(text));

beforeEach(() => {
  vi.spyOn(terminalScreen, 'openTerminal').mockImplementation(openTerminal);
  drawn.text = '';
});

describe('the recordings', () => {
  it('are listed with who, what, how long and how it ended', async () => {
    const interrupted = {
      ...recording,
      id: `${id}2`,
      command: 'make',
      state: 'interrupted',
      code: null,
      endedBy: null,
    };
    const recordings = [recording, interrupted, { ...interrupted, id: `${id}3`, state: 'running' }];
    fakePortal({ ...base, 'GET /terminal/recordings': { data: { recordings, hasMore: false } } });
    show('/terminal/recordings');
    const table = within(await screen.findByRole('table', { name: 'Recordings, newest first' }));
    for (const text of ['ls -la', '01:05', '2.0 kB', 'Exit code 3', 'Interrupted', 'Running'])
      expect((await table.findAllByText(text)).length).toBeGreaterThan(0);
    expect(table.getByRole('link', { name: 'ls -la' }).getAttribute('href')).toBe(`/terminal/recordings/${id}`);
  });

  it('say by which setting they are turned on', async () => {
    fakePortal({ ...base, 'GET /terminal/recordings': { status: 404, code: 'NOT_FOUND', error: 'Not recorded.' } });
    show('/terminal/recordings');
    expect(await screen.findByText('Commands are not recorded.')).toBeDefined();
    expect(screen.getByText(/set TERMINAL_RECORDING/)).toBeDefined();
  });

  it('are announced on the terminal', async () => {
    const state = { isOn: true, isRecorded: true, confirmedUntil: null, home: '/root', user: 'portal', host: 'box' };
    fakePortal({ ...base, 'GET /terminal': { data: state } });
    show('/terminal');
    expect(await screen.findByText('Their output is recorded, too:')).toBeDefined();
    expect(screen.getByRole('link', { name: 'recordings' })).toBeDefined();
  });
});

describe('a replay', () => {
  it('plays, pauses, goes to any moment and starts over', async () => {
    fakePortal({ ...base, 'GET /terminal/recordings/{id}': file });
    const { person } = show(`/terminal/recordings/${id}`);
    await showsText('first\n');
    expect(drawn.text).toContain('Olive:/srv$');
    expect(drawn.text).not.toContain('second');
    await person.click(screen.getByRole('button', { name: 'Pause' }));
    expect(screen.getByRole('button', { name: 'Play' })).toBeDefined();
    const slider = screen.getByRole<HTMLInputElement>('slider', { name: 'Position' });
    fireEvent.change(slider, { target: { value: '601' } });
    await showsText('second\n');
    await showsText('Exit code 3.');
    expect(slider.getAttribute('aria-valuetext')).toBe('10:01 of 10:01');
    await person.click(screen.getByRole('button', { name: 'Play' }));
    await waitFor(() => expect(drawn.text).not.toContain('second'));
    await showsText('first\n');
  });

  it('asks for the password where it was not entered lately', async () => {
    let isConfirmed = false;
    fakePortal({
      ...base,
      'GET /terminal/recordings/{id}': () =>
        isConfirmed ? file() : { status: 403, code: 'CONFIRMATION_NEEDED', error: 'Please enter your password again.' },
      'POST /users/me/confirm': () => {
        isConfirmed = true;
        return { data: {} };
      },
    });
    const { person } = show(`/terminal/recordings/${id}`);
    await person.type(await screen.findByLabelText('Password'), 'right{Enter}');
    await showsText('first\n');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('is named by its time until the command is known, then by the command', async () => {
    const reply = later<Response>();
    fakePortal({ ...base, 'GET /terminal/recordings/{id}': () => reply.promise });
    show(`/terminal/recordings/${id}`);
    const startedAt = formatDateTime(new Date(1763451600000).toISOString());
    const heading = await screen.findByRole('heading', { level: 1 });
    expect(heading.textContent).toBe(`Recording of ${startedAt}`);
    reply.resolve(file());
    expect(await screen.findByRole('heading', { level: 1, name: 'ls -la' })).toBeDefined();
    expect(screen.getByText(startedAt)).toBeDefined();
    expect(document.title).toBe('ls -la · Tribehall');
  });

  it('can be deleted, after a question', async () => {
    const portal = fakePortal({
      ...base,
      'GET /terminal/recordings/{id}': file,
      'DELETE /terminal/recordings/{id}': { data: {} },
      'GET /terminal/recordings': { data: { recordings: [], hasMore: false } },
    });
    const { person, router } = show(`/terminal/recordings/${id}`);
    await person.click(await screen.findByRole('button', { name: 'Delete recording' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete this recording?' }));
    await person.click(dialog.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/terminal/recordings'));
    expect(portal.callsOf('DELETE /terminal/recordings/{id}')[0]?.path).toBe(`/terminal/recordings/${id}`);
    expect(await screen.findByText('No command has been recorded yet.')).toBeDefined();
  });
});
