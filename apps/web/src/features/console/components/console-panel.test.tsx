import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { buildServer } from '../../../testing/ark.ts';
import { fakePortal } from '../../../testing/fake-portal.ts';
import { renderPart } from '../../../testing/render-part.tsx';
import { ConsolePanel } from './console-panel.tsx';

const call = 'POST /ark/servers/{id}/console';
const commands = [
  { name: 'Broadcast', parameters: '<text>', help: 'Show a message', danger: null },
  { name: 'DoExit', parameters: '', help: 'Shut the server down', danger: 'Shuts the server down.' },
  { name: 'ListPlayers', parameters: '', help: 'Who is online', danger: null },
];
const known = { 'GET /ark/servers/{id}/console': { data: { commands } } };
const reply = (output: string, isTruncated = false) => ({ data: { output, isTruncated } });

afterEach(() => localStorage.clear());

function render(server = buildServer()) {
  return renderPart(() => <ConsolePanel server={server} userId="u1" instigator={undefined} />);
}

const field = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Command' });
const log = () => screen.findByRole('log');

describe('the console', () => {
  it('runs a command and shows what the game returned, with control characters made visible', async () => {
    const portal = fakePortal({ ...known, [call]: reply('0. Nico\n\u001b[2Jhidden\u202e\n') });
    const { person } = render();
    await person.type(await field(), ' ListPlayers {Enter}');
    expect(await screen.findByText(/0\. Nico/)).toBeDefined();
    expect((await log()).querySelector('pre')?.textContent).toBe('0. Nico\n‹U+001B›[2Jhidden‹U+202E›');
    expect(portal.callsOf(call)[0]?.body).toEqual({ command: 'ListPlayers' });
    expect((await field()).value).toBe('');
  });

  it('says that the game returned nothing, and that there was more', async () => {
    let output = 'x';
    fakePortal({ ...known, [call]: () => reply(output, output === 'x') });
    const { person } = render();
    await person.type(await field(), 'ListAllItems{Enter}');
    expect(await screen.findByText('The rest of the output is too long to show.')).toBeDefined();
    output = ' \n';
    await person.type(await field(), 'SaveWorld{Enter}');
    expect(await screen.findByText('The game returned nothing.')).toBeDefined();
  });

  it('runs several commands one after the other; one that waits can be cancelled', async () => {
    const replies: (() => void)[] = [];
    const portal = fakePortal({
      ...known,
      [call]: ({ body }) =>
        new Promise((resolve) => {
          replies.push(() => resolve(reply(`reply to ${(body as { command: string }).command}`)));
        }),
    });
    const { person } = render();
    for (const command of ['first', 'second', 'third']) await person.type(await field(), `${command}{Enter}`);
    const waiting = await screen.findAllByRole('button', { name: 'Cancel' });
    expect(waiting).toHaveLength(2);
    expect(portal.callsOf(call)).toHaveLength(1);
    await person.click(waiting[0] as HTMLElement);
    replies[0]?.();
    await waitFor(() => expect(replies).toHaveLength(2));
    replies[1]?.();
    expect(await screen.findByText('reply to third')).toBeDefined();
    expect(portal.callsOf(call).map(({ body }) => body)).toEqual([{ command: 'first' }, { command: 'third' }]);
    expect(screen.getByText('Not sent.')).toBeDefined();
  });

  it('shows an error beside its command and goes on', async () => {
    const error = 'The server did not answer within 20 s; the command may have run.';
    fakePortal({
      ...known,
      [call]: ({ body }) =>
        (body as { command: string }).command === 'SaveWorld'
          ? { status: 503, error, code: 'SERVER_OFFLINE' }
          : reply('fine'),
    });
    const { person } = render();
    await person.type(await field(), 'SaveWorld{Enter}');
    expect((await screen.findByRole('alert')).textContent).toBe(error);
    await person.type(await field(), 'ListPlayers{Enter}');
    expect(await screen.findByText('fine')).toBeDefined();
  });

  it('browses its history with the arrows, also after a reload', async () => {
    fakePortal({ ...known, [call]: reply('') });
    const { person } = render();
    await person.type(await field(), 'ListPlayers{Enter}SaveWorld{Enter}Bro');
    await person.keyboard('{ArrowUp}');
    expect((await field()).value).toBe('SaveWorld');
    await person.keyboard('{ArrowUp}{ArrowUp}');
    expect((await field()).value).toBe('ListPlayers');
    await person.keyboard('{ArrowDown}{ArrowDown}');
    expect((await field()).value).toBe('Bro');
    expect(localStorage.getItem('console.history.u1.s1')).toBe('["ListPlayers","SaveWorld"]');
  });

  it('completes a command with Tab or a click, and lets Tab go where there is nothing to complete', async () => {
    fakePortal(known);
    const { person } = render();
    await person.type(await field(), 'broad');
    expect(await screen.findByText('Show a message')).toBeDefined();
    await person.keyboard('{Tab}');
    expect((await field()).value).toBe('Broadcast ');
    expect(document.activeElement).toBe(await field());
    await person.keyboard('hi{Tab}');
    expect(document.activeElement).not.toBe(await field());
    await person.clear(await field());
    await person.type(await field(), 'list');
    await person.click(await screen.findByRole('button', { name: /ListPlayers/ }));
    expect((await field()).value).toBe('ListPlayers');
  });

  it('is closed with the reason while the server is not connected', async () => {
    fakePortal(known);
    render(buildServer({ isConnected: false, state: 'offline' }));
    expect((await field()).disabled).toBe(true);
    expect(screen.getByText('The server is not connected.')).toBeDefined();
  });
});

describe('a dangerous command', () => {
  const message = 'Shuts the server down for everyone. Enter the name of the server to confirm.';
  const guarded = {
    ...known,
    [call]: ({ body }: { body: unknown }) =>
      (body as { confirm?: string }).confirm === 'The Island'
        ? reply('Exiting...')
        : { status: 400, error: message, code: 'BAD_REQUEST', details: { fields: [{ field: 'confirm', message }] } },
  };

  it('runs once the name of the server is typed', async () => {
    const portal = fakePortal(guarded);
    const { person } = render();
    await person.type(await field(), 'DoExit{Enter}');
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(message)).toBeDefined();
    const run = dialog.getByRole<HTMLButtonElement>('button', { name: 'Run' });
    expect(run.disabled).toBe(true);
    await person.type(dialog.getByLabelText('Type The Island to confirm'), 'The Island');
    await person.click(run);
    expect(await screen.findByText('Exiting...')).toBeDefined();
    expect(portal.callsOf(call).at(-1)?.body).toEqual({ command: 'DoExit', confirm: 'The Island' });
  });

  it('is not sent when the dialog is closed', async () => {
    const portal = fakePortal(guarded);
    const { person } = render();
    await person.type(await field(), 'DoExit{Enter}');
    await person.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByText('Not sent.')).toBeDefined();
    expect(portal.callsOf(call)).toHaveLength(1);
  });
});
