import { roles } from '@tribehall/contract/roles';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fakePortal, site } from '../../testing/fake-portal.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { buildUser } from '../../testing/users.ts';

const at = '2026-11-01T10:00:00.000Z';
const invitation = {
  id: 'i1',
  role: null,
  note: '<b>Ann</b>\u202e',
  state: 'open',
  maxUses: 2,
  usedBy: [{ username: 'Rex', at }],
  createdBy: 'Adam',
  createdAt: at,
  expiresAt: at,
};
const ofAdmins = { ...invitation, id: 'i2', note: 'Staff', role: roles.Admin, usedBy: [] };
const waiting = [{ id: 'w1', username: 'Wendy', email: 'w@example.test', since: at }];

function open(role: number, replies: Parameters<typeof fakePortal>[0] = {}) {
  const portal = fakePortal({
    'GET /users/me': { data: buildUser({ roles: [role] }) },
    'GET /invitations': { data: [invitation, ofAdmins] },
    'GET /registrations': { data: waiting },
    ...replies,
  });
  return { portal, ...renderApp('/registration', { accessToken: 't1' }) };
}

describe('the registration page', () => {
  it('is closed to members', async () => {
    fakePortal({ 'GET /users/me': { data: buildUser() } });
    renderApp('/registration', { accessToken: 't1' });
    expect(await screen.findByRole('heading', { name: 'Forbidden' })).toBeDefined();
  });

  it('lets Admins approve and decline, with a question before the account is removed', async () => {
    const { portal, person } = open(roles.Admin, {
      'POST /registrations/{id}/approve': { data: {} },
      'DELETE /registrations/{id}': { data: {} },
    });
    await person.click(await screen.findByRole('button', { name: 'Approve Wendy' }));
    await screen.findByText('Wendy can log in now.');
    await person.click(screen.getByRole('button', { name: 'Decline Wendy' }));
    expect(portal.callsOf('DELETE /registrations/{id}')).toEqual([]);
    await person.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Decline' }));
    await screen.findByText('Wendy declined.');
    expect(portal.callsOf('POST /registrations/{id}/approve')[0]?.path).toBe('/registrations/w1/approve');
    expect(portal.callsOf('DELETE /registrations/{id}')[0]?.path).toBe('/registrations/w1');
  });

  it('offers the first invitation where there is none', async () => {
    const { person } = open(roles.Admin, { 'GET /invitations': { data: [] } });
    await screen.findByText('There are no invitations yet.');
    expect(screen.getByText('Send someone a link, and they can register without waiting.')).toBeDefined();
    await person.click(screen.getByRole('button', { name: 'Invite people' }));
    expect(await screen.findByRole('dialog', { name: 'Invite people' })).toBeDefined();
  });

  it('shows new accounts as they come', async () => {
    let accounts: object[] = [];
    const { portal } = open(roles.Admin, { 'GET /registrations': () => ({ data: accounts }) });
    await screen.findByText('No one is waiting.');
    accounts = waiting;
    portal.push({ topic: 'registrations', event: 'changed', data: { waiting: 1 } });
    expect(await screen.findByRole('button', { name: 'Approve Wendy' })).toBeDefined();
  });

  it('lets Admins invite, shows the link once, and leaves the role and the settings to the Owner', async () => {
    const { portal, person } = open(roles.Admin, {
      'POST /invitations': { data: { invitation, code: 'secret-code' } },
      'DELETE /invitations/{id}': { data: {} },
    });
    await screen.findByText('Rex');
    // A table needs the page's width.
    expect(screen.getByRole('region', { name: 'Invitations' }).hasAttribute('data-wide')).toBe(true);
    expect(screen.queryByRole('button', { name: 'Revoke the invitation Staff' })).toBeNull();
    expect(screen.queryByRole('heading', { name: 'Accounts' })).toBeNull();
    await person.click(screen.getByRole('button', { name: 'Invite people' }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).queryByLabelText('Role')).toBeNull();
    await person.type(within(dialog).getByLabelText('Note'), 'For Ann');
    await person.click(within(dialog).getByRole('button', { name: 'Create link' }));
    await screen.findByText(`${location.origin}/register?invitation=secret-code`);
    const body = { role: null, hours: 168, maxUses: 1, note: 'For Ann' };
    expect(portal.callsOf('POST /invitations')[0]?.body).toEqual(body);
    await person.click(screen.getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(screen.queryByText(/secret-code/)).toBeNull());
  });

  it('lets the Owner invite Admins and change who can register', async () => {
    const stored = { ...site, registration: 'closed' };
    const { portal, person } = open(roles.Owner, {
      'POST /invitations': {
        status: 403,
        code: 'FORBIDDEN',
        error: 'Not you.',
        details: { fields: [{ field: 'role', message: 'Not you.' }] },
      },
      'DELETE /invitations/{id}': { data: {} },
      'PUT /site/accounts': { data: stored },
    });
    await person.click(await screen.findByRole('button', { name: 'Revoke the invitation Staff' }));
    await screen.findByText('Invitation revoked.');
    await person.click(screen.getByRole('button', { name: 'Invite people' }));
    const role = await screen.findByLabelText('Role');
    const description = document.getElementById(role.getAttribute('aria-describedby') ?? '');
    expect(description?.textContent).toBe('Everyone who registers with the link gets it.');
    await person.selectOptions(role, 'Admin');
    await person.click(screen.getByRole('button', { name: 'Create link' }));
    await screen.findByText('Not you.');
    expect(portal.callsOf('POST /invitations')[0]?.body).toMatchObject({ role: roles.Admin });
    await person.click(screen.getByRole('button', { name: 'Cancel' }));

    await person.click(screen.getByRole('radio', { name: 'Closed' }));
    await screen.findByText('Account settings saved.');
    expect(portal.callsOf('PUT /site/accounts')[0]?.body).toEqual({ registration: 'closed' });
  });
});

const panel = async () => within(await screen.findByRole('region', { name: 'Add the bot to your Discord server' }));

describe('adding the bot to a Discord server', () => {
  const url = 'https://discord.test/oauth2/authorize?client_id=1&permissions=3230720&scope=bot+applications.commands';

  it('gives the Owner a link to copy and to open', async () => {
    const { person } = open(roles.Owner, { 'GET /discord/invite': { data: { url } } });
    const link = await (await panel()).findByRole('link', { name: 'Open Discord' });
    expect([link.getAttribute('href'), link.getAttribute('rel')]).toEqual([url, 'noopener noreferrer']);
    await person.click((await panel()).getByRole('button', { name: 'Copy invite link' }));
    expect(await navigator.clipboard.readText()).toBe(url);
  });

  it('says what is missing where Discord is not set up', async () => {
    open(roles.Owner);
    expect(await (await panel()).findByText(/Set DISCORD_CLIENT_ID/)).toBeDefined();
  });

  it('is not for Admins', async () => {
    const { portal } = open(roles.Admin, { 'GET /discord/invite': { data: { url } } });
    await screen.findByText('Invitations');
    expect(screen.queryByText('Add the bot to your Discord server')).toBeNull();
    expect(portal.callsOf('GET /discord/invite')).toEqual([]);
  });
});
