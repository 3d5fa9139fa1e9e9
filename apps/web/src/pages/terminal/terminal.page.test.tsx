import { roles } from '@tribehall/contract/roles';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import * as terminalScreen from '../../features/terminal/terminal-screen.ts';
import { lastDirectory } from '../../features/terminal/terminal-settings.ts';
import { brokenStream, fakePortal, openedStream } from '../../testing/fake-portal.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { buildUser } from '../../testing/users.ts';

const drawn = { text: '' };

/** The drawing needs a real browser; here it is only written down. */
const openTerminal = () => ({
  screen: {
    write: async (text: string) => void (drawn.text += text),
    writeLine: async (text: string) => void (drawn.text += text),
    clear: () => void (drawn.text = ''),
    selection: () => '',
    allText: () => drawn.text,
  },
  setLook: () => undefined,
  close: () => undefined,
});

const accessToken = 't1';
const base = {
  'GET /users/me': { data: buildUser({ roles: [roles.Owner] }) },
  'GET /terminal': { data: { isOn: true, confirmedUntil: null, home: '/root', user: 'portal', host: 'box' } },
};
const started = { event: 'started', data: { id: 'r1' } };
const output = (text: string) => ({ event: 'output', data: { text } });
const ended = (changes: object = {}) => ({
  event: 'ended',
  data: { code: 0, endedBy: 'itself', cwd: '/', ...changes },
});
const refusal = { status: 403, code: 'CONFIRMATION_NEEDED', error: 'Please give your password.' };

const field = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Command' });
const showsText = (text: string) => waitFor(() => expect(drawn.text).toContain(text));
const isReady = () => screen.findByText('ready');

beforeEach(() => {
  vi.spyOn(terminalScreen, 'openTerminal').mockImplementation(openTerminal);
  drawn.text = '';
  localStorage.clear();
  window.dispatchEvent(new StorageEvent('storage', { key: null }));
});

describe('the terminal', () => {
  it('has the keys of the search for itself', async () => {
    fakePortal(base);
    const { person } = renderApp('/terminal', { accessToken });
    await person.type(await field(), '/srv{Control>}k{/Control}');
    expect((await field()).value).toBe('/srv');
    expect(screen.getByRole('button', { name: /^Search players/, expanded: false })).toBeDefined();
  });

  it('echoes directory and command, shows what it writes, and says how it ended', async () => {
    const portal = fakePortal({
      ...base,
      'POST /terminal/runs': () => brokenStream(started, output('a.txt\n'), output('b.txt\n'), ended({ code: 3 })),
    });
    const { person } = renderApp('/terminal', { accessToken });
    await person.type(await field(), '  ls   -la /srv {Enter}');
    await showsText('Exit code 3.');
    expect(drawn.text).toMatch(/portal@box:\/\$.* ls {3}-la \/srv\na\.txt\nb\.txt\n/);
    expect(portal.callsOf('POST /terminal/runs')[0]?.body).toEqual({ cmd: 'ls', args: ['-la', '/srv'], cwd: '/' });
    expect((await field()).value).toBe('');
    expect(screen.getByText(/without a shell. Every command is recorded in the audit log/)).toBeDefined();
  });

  it('goes on in the directory where the last command ended, also after a reload', async () => {
    const portal = fakePortal({ ...base, 'POST /terminal/runs': () => brokenStream(started, ended({ cwd: '/srv' })) });
    const { person } = renderApp('/terminal', { accessToken });
    await person.type(await field(), 'cd srv{Enter}');
    expect(await screen.findByText('portal@box:/srv')).toBeDefined();
    expect(localStorage.getItem('terminal.lastDirectory')).toBe('/srv');
    await isReady();
    await person.type(await field(), 'pwd{Enter}');
    await waitFor(() => expect(portal.callsOf('POST /terminal/runs')).toHaveLength(2));
    expect(portal.callsOf('POST /terminal/runs')[1]?.body).toMatchObject({ cwd: '/srv' });
  });

  it('begins at / where the remembered directory is gone', async () => {
    lastDirectory.set('/gone');
    const details = { fields: [{ field: 'cwd', message: 'This directory does not exist.' }] };
    fakePortal({ ...base, 'POST /terminal/runs': { status: 400, code: 'BAD_REQUEST', error: 'Bad input.', details } });
    const { person } = renderApp('/terminal', { accessToken });
    await person.type(await field(), 'ls{Enter}');
    await showsText('This directory does not exist.');
    expect(await screen.findByText('portal@box:/')).toBeDefined();
  });

  it('ignores what is empty, and whatever comes while a command is pending', async () => {
    const stream = openedStream(started);
    const portal = fakePortal({ ...base, 'POST /terminal/runs': stream.response });
    const { person } = renderApp('/terminal', { accessToken });
    await person.type(await field(), '{Enter}   {Enter}');
    expect(portal.callsOf('POST /terminal/runs')).toHaveLength(0);
    await person.clear(await field());
    await person.type(await field(), 'sleep 9{Enter}');
    await screen.findByText('running');
    expect(screen.getByRole('timer')).toBeDefined();
    await person.type(await field(), 'ls{Enter}');
    expect((await field()).value).toBe('ls');
    expect(portal.callsOf('POST /terminal/runs')).toHaveLength(1);
    stream.push(ended());
    await isReady();
    await person.type(await field(), '{Enter}');
    await waitFor(() => expect(portal.callsOf('POST /terminal/runs')).toHaveLength(2));
  });

  it('brings earlier commands back with the arrow keys', async () => {
    fakePortal({ ...base, 'POST /terminal/runs': () => brokenStream(started, ended()) });
    const { person } = renderApp('/terminal', { accessToken });
    for (const command of ['one', 'two', 'two']) {
      await person.type(await field(), `${command}{Enter}`);
      await isReady();
    }
    await person.type(await field(), 'dra{ArrowUp}{ArrowUp}{ArrowUp}');
    expect((await field()).value).toBe('one');
    await person.keyboard('{ArrowDown}{ArrowDown}');
    expect((await field()).value).toBe('dra');
    expect(localStorage.getItem('terminal.history')).toBe('["one","two"]');
  });

  it.each(['its button', 'Ctrl+C'])('stops a program by %s, and leaves out what was still on its way', async (way) => {
    const stream = openedStream(started, output('before\n'));
    const portal = fakePortal({
      ...base,
      'POST /terminal/runs': stream.response,
      'DELETE /terminal/runs/{id}': { data: {} },
    });
    const { person } = renderApp('/terminal', { accessToken });
    await person.type(await field(), 'yes{Enter}');
    await showsText('before');
    if (way === 'Ctrl+C') await person.type(await field(), '{Control>}c{/Control}');
    else await person.click(screen.getByRole('button', { name: 'Stop' }));
    await waitFor(() => expect(portal.callsOf('DELETE /terminal/runs/{id}')[0]?.path).toBe('/terminal/runs/r1'));
    expect(await screen.findByText('stopping')).toBeDefined();
    stream.push(output('after\n'));
    stream.push(ended({ code: null, endedBy: 'stopped' }));
    await showsText('Stopped.');
    expect(drawn.text).not.toContain('after');
    expect(screen.queryByRole('button', { name: 'Stop' })).toBeNull();
  });

  it('says so when the connection breaks', async () => {
    fakePortal({ ...base, 'POST /terminal/runs': () => brokenStream(started, output('half')) });
    const { person } = renderApp('/terminal', { accessToken });
    await person.type(await field(), 'ls{Enter}');
    await showsText('The connection was lost, which ended the program.');
    expect(await isReady()).toBeDefined();
  });

  it('asks before it is left while a program runs', async () => {
    fakePortal({ ...base, 'POST /terminal/runs': openedStream(started).response });
    const { person, router } = renderApp('/terminal', { accessToken });
    await person.type(await field(), 'sleep 9{Enter}');
    await screen.findByText('running');
    void router.navigate({ to: '/account' });
    const dialog = within(await screen.findByRole('dialog', { name: 'A program is still running' }));
    await person.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(router.state.location.pathname).toBe('/terminal');
    void router.navigate({ to: '/account' });
    await person.click(await screen.findByRole('button', { name: 'Leave and end it' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/account'));
  });

  it('says by which setting it is turned on', async () => {
    fakePortal({ ...base, 'GET /terminal': { data: { ...base['GET /terminal'].data, isOn: false } } });
    renderApp('/terminal', { accessToken });
    expect(await screen.findByText('The terminal is off.')).toBeDefined();
    expect(screen.getByText(/To turn it on, set TRIBEHALL_TERMINAL/)).toBeDefined();
    expect(screen.queryByRole('textbox')).toBeNull();
  });
});

describe('the confirmation', () => {
  it('takes the password, shows a wrong one at the field, and runs the command on', async () => {
    let isConfirmed = false;
    const wrong = { fields: [{ field: 'password', message: 'This is not your password.' }] };
    const portal = fakePortal({
      ...base,
      'POST /terminal/runs': () => (isConfirmed ? brokenStream(started, output('done\n'), ended()) : refusal),
      'POST /users/me/confirm': ({ body }) => {
        isConfirmed = JSON.stringify(body).includes('right');
        return isConfirmed ? { data: {} } : { status: 401, code: 'WRONG_CREDENTIALS', error: 'Wrong.', details: wrong };
      },
    });
    const { person } = renderApp('/terminal', { accessToken });
    await person.type(await field(), 'ls{Enter}');
    const dialog = within(await screen.findByRole('dialog', { name: "Confirm it's you" }));
    await person.type(dialog.getByLabelText('Password'), 'bad{Enter}');
    expect(await dialog.findByText('This is not your password.')).toBeDefined();
    await person.clear(dialog.getByLabelText('Password'));
    await person.type(dialog.getByLabelText('Password'), 'right');
    await person.click(dialog.getByRole('button', { name: 'Confirm and run' }));
    await showsText('done');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(portal.callsOf('POST /terminal/runs')).toHaveLength(2);
    expect(drawn.text.match(/portal@box/g)).toHaveLength(1);
  });

  it('can be left, and then nothing runs', async () => {
    const portal = fakePortal({ ...base, 'POST /terminal/runs': refusal });
    const { person } = renderApp('/terminal', { accessToken });
    await person.type(await field(), 'ls{Enter}');
    await person.click(await screen.findByRole('button', { name: 'Cancel' }));
    await showsText('Not run: password not confirmed.');
    await isReady();
    expect(portal.callsOf('POST /terminal/runs')).toHaveLength(1);
  });
});
